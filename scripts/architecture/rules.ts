import { checkCircles } from './circles.ts'
import { checkEnvironment, checkFileNames, checkLockfile, checkSchemas } from './code.ts'
import { checkChangelog, checkGenerated, checkMap, checkThreats } from './documents.ts'
import { checkDomainNames, checkModules } from './domains.ts'
import { checkHandLists } from './hand-lists.ts'
import { checkComments, checkSizes, checkTimes, checkWaits } from './house.ts'
import { checkDomainImports, checkLayers, checkTestImports } from './layer-rules.ts'
import { type App, apps } from './layers.ts'
import type { Rule } from './project.ts'
import { checkTerms } from './terms.ts'

const onApps = (check: (project: Parameters<Rule>[0], app: App) => string[]): Rule => {
  return (project) => apps.flatMap((app) => check(project, app))
}

export const rules: readonly Rule[] = [
  checkDomainNames,
  checkModules,
  checkHandLists,
  onApps(checkLayers),
  onApps(checkTestImports),
  onApps(checkDomainImports),
  checkCircles,
  checkFileNames,
  checkEnvironment,
  checkSchemas,
  checkTerms,
  checkSizes,
  checkComments,
  checkTimes,
  checkWaits,
  checkMap,
  checkChangelog,
  checkThreats,
  checkLockfile,
  checkGenerated,
]
