import { checkEnvironment, checkFileNames, checkLockfile, checkSchemas } from './code.ts'
import { checkGenerated, checkMap, checkThreats } from './documents.ts'
import { checkDomainNames, checkModules } from './domains.ts'
import type { Rule } from './project.ts'
import { checkDomainImports, checkRooms, checkTestImports } from './room-rules.ts'
import { type Floor, floors } from './rooms.ts'
import { checkTexts } from './terms.ts'

const onFloors = (check: (project: Parameters<Rule>[0], floor: Floor) => string[]): Rule => {
  return (project) => floors.flatMap((floor) => check(project, floor))
}

export const rules: readonly Rule[] = [
  checkDomainNames,
  checkModules,
  onFloors(checkRooms),
  onFloors(checkTestImports),
  onFloors(checkDomainImports),
  checkFileNames,
  checkEnvironment,
  checkSchemas,
  checkTexts,
  checkMap,
  checkThreats,
  checkLockfile,
  checkGenerated,
]
