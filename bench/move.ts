import { createCompany, listCompanies, moveCompany } from '@longreach/contract/companies/endpoints'
import { signIn } from '../apps/server/src/test/client.ts'
import { startHouse } from './house.ts'
import { thousands } from './numbers.ts'
import { seedDevices } from './seed.ts'

/** How long the move of a company takes, by its devices: four fifths of the seeded ones are Demo's own. */
export async function benchMove(count = Number(process.argv[3] ?? 125_000)): Promise<void> {
  const house = await startHouse()
  try {
    await seedDevices(house.database.db, count)
    const root = await signIn(house.url, 'root@longreach.test', 'Longreach-demo-1')
    const { data } = await root.call(createCompany, { body: { name: 'Above', parent_id: 0 } })
    const { data: companies } = await root.call(listCompanies)
    const move = async (name: string, target: number) => {
      const company = companies.find((one) => one.name === name)
      const begun = performance.now()
      const answer = await root.call(moveCompany, { body: { source: Number(company?.id), target } })
      if (answer.status !== 200) throw new Error(answer.text)
      const took = ((performance.now() - begun) / 1000).toFixed(1)
      console.log(`${name}, ${thousands(company?.devices_count ?? 0)} devices: ${took} s`)
    }
    await move('Demo North Pier', 0)
    await move('Demo North', 0)
    await move('Demo', data.id)
  } finally {
    await house.stop()
  }
}
