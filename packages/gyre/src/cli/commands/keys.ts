/** `gyre keys`: who may use the server, and for what. */
import { ApiKeys, type KeyRecord, type NewKey } from '@gyre/server'
import { readKeyValues } from '../arguments/key-values.ts'
import { durationInMs } from '../arguments/quantities.ts'
import { audited } from '../audited.ts'
import type { CommandCall, CommandRun } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { printTable } from '../output/printed-table.ts'
import type { Place } from '../place.ts'

export const listKeys: CommandRun = async ({ io, place }) => {
  const records = await keysOf(await place()).list()
  if (io.output !== 'text') io.printJson(records)
  else if (records.length === 0) io.report('There is no key. Make one: gyre keys add NAME')
  else {
    const rows = records.map((each) => [each.id, each.name, each.owner, each.role, scope(each), standing(each)])
    printTable(io, [['ID', 'NAME', 'OWNER', 'ROLE', 'FOR', 'STATE'], ...rows])
  }
  return exitCodes.done
}

export const addKey: CommandRun = async (call) => {
  const { io } = call
  const place = await call.place()
  const { record, key } = await keysOf(place).add(newKey(call))
  const { id, name, owner, role, personas, expiresAt } = record
  const unknown = await unknownNames(place, record)
  for (const each of unknown) io.insist(`There is no persona or loop \`${each}\` of ${owner}.`)
  await audited(place, 'key.added', id, { name, owner, role, personas, expiresAt })
  if (io.output !== 'text') io.printJson({ ...record, key })
  else {
    io.print(key)
    io.report(`Key ${id} for ${owner}, role ${role}. It is shown this once: keep it.`)
  }
  return exitCodes.done
}

export const revokeKey: CommandRun = async ({ args: [id = ''], io, place: open }) => {
  const place = await open()
  const record = await keysOf(place).revoke(id)
  await audited(place, 'key.revoked', id, { name: record.name })
  if (io.output === 'text') io.print(`${id}: revoked`)
  else io.printJson(record)
  return exitCodes.done
}

function keysOf({ runtime }: Place): ApiKeys {
  return new ApiKeys({ catalog: runtime.store.catalog, now: () => Date.now() })
}

/** What is wrong with it is told by who makes it. */
function newKey({ args: [name = ''], options }: CommandCall): NewKey {
  const [owner, role, expires] = [options.text('owner'), options.text('role'), options.text('expires')]
  const [personas, budget] = [options.texts('persona'), options.texts('budget')]
  return {
    name,
    ...(owner !== undefined && { owner }),
    ...(role !== undefined && { role: role as NonNullable<NewKey['role']> }),
    ...(personas.length > 0 && { personas }),
    ...(budget.length > 0 && { budget: readKeyValues('--budget', budget) as NonNullable<NewKey['budget']> }),
    ...(expires !== undefined && {
      expiresAt: new Date(Date.now() + durationInMs('--expires', expires)).toISOString(),
    }),
  }
}

/** What a key is for and nobody has: it may be to come, or a slip. */
async function unknownNames({ runtime }: Place, { owner, personas }: KeyRecord): Promise<readonly string[]> {
  const whose = runtime.as(owner)
  const known = new Set([
    ...whose.loops.map(({ name }) => name),
    ...(await whose.personas.list()).map(({ persona }) => persona.name),
  ])
  return (personas ?? []).filter((name) => !known.has(name))
}

function scope({ personas, budget }: KeyRecord): string {
  const names = personas === null ? 'everything' : personas.join(', ')
  return budget === null ? names : `${names} within ${JSON.stringify(budget)}`
}

function standing({ revokedAt, expiresAt }: KeyRecord): string {
  if (revokedAt !== null) return `revoked ${revokedAt.slice(0, 10)}`
  if (expiresAt === null) return 'valid'
  return Date.parse(expiresAt) > Date.now() ? `valid until ${expiresAt.slice(0, 10)}` : 'expired'
}
