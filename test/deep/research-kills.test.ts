/** Research over a real loopback server, in processes that are killed until one comes to the end. */
import type { JournalRow } from '@gyre/core'
import { urlOf, type WebServer, webServer, webWorld } from '@gyre/lab/web'
import { expect, it, onTestFinished } from 'vitest'
import { below, chance } from '../support/chance.ts'
import { stepsOf } from '../support/compare.ts'
import type { Said, ServedWeb } from './child/orders.ts'
import { inPairs, Place } from './children.ts'
import type { Kill } from './kills.ts'

const web = { seed: 1, hasHazards: false }

/** Each is a session of its own, whose processes die elsewhere. */
const seeds = [1, 2, 3]

/** Of all that is done; so much at most comes before each later death, so that there is something left for the last. */
const share = 1 / 5

type Served = { readonly server: WebServer; readonly order: ServedWeb }

async function served(): Promise<Served> {
  const server = await webServer({ world: webWorld(web) })
  onTestFinished(() => server.close())
  return { server, order: { ...web, port: server.port } }
}

type Counts = Readonly<Record<string, number>>

const requestsOf = (server: WebServer, urls: readonly string[]): Counts =>
  Object.fromEntries(urls.map((url) => [url, server.requestsOf(url)]))

type Whole = Pick<Said, 'appends' | 'effects' | 'end'> & {
  readonly steps: ReturnType<typeof stepsOf>
  /** Addresses of the pages that it read. */
  readonly read: readonly string[]
  /** Which of its effects, from 1, were pages of the first round. */
  readonly readings: readonly number[]
}

async function uninterrupted(): Promise<Whole> {
  const { server, order } = await served()
  const place = new Place()
  const said = await place.child({ do: 'start', web: order }).said
  if (!said) throw new Error('The uninterrupted run did not end.')
  const rows = await place.rows()
  const readings = place.effects().flatMap((effect, at) => (effect.startsWith('tool read#1[') ? [at + 1] : []))
  const read = server.world.pages.map(urlOf).filter((url) => server.requestsOf(url) > 0)
  expect(requestsOf(server, read)).toEqual(Object.fromEntries(readIn(rows).map((url) => [url, 1])))
  return { ...said, steps: stepsOf(rows), read, readings }
}

/** Addresses of pages whose reading is on record. */
function readIn(rows: readonly JournalRow[]): readonly string[] {
  type Call = { readonly tool: string; readonly input: { readonly url: string } }
  return rows
    .filter(({ kind, type }) => kind === 'tool' && type !== 'step.intended')
    .map(({ request }) => JSON.parse(request ?? '{}') as Call)
    .flatMap(({ tool, input }) => (tool === 'web.fetch' ? [input.url] : []))
}

/** The first process dies with a page that no record tells of, the others after a record and after an effect. */
function points(seed: number, { appends, effects, readings }: Whole): readonly Kill[] {
  const random = chance(seed)
  const some = (all: number) => 1 + below(Math.floor(all * share), random)
  return [
    { killInEffect: readings[below(readings.length, random)] ?? 0 },
    { killAfterAppend: some(appends) },
    { killInEffect: some(effects) },
  ]
}

/** Kills one process after the other. How often pages on record had been asked for by then, after each death. */
async function killed({ server, order }: Served, place: Place, kills: readonly Kill[]): Promise<readonly Counts[]> {
  const known: Counts[] = []
  for (const [nth, kill] of kills.entries()) {
    const { said } = place.child({ do: nth === 0 ? 'start' : 'resume', web: order, ...kill })
    expect({ kill, said: await said }).toEqual({ kill, said: undefined })
    known.push(requestsOf(server, readIn(await place.rows())))
  }
  return known
}

it('asks for no page again whose reading is on record, and writes the same report', async () => {
  const whole = await uninterrupted()
  await inPairs(seeds, async (seed) => {
    const here = await served()
    const place = new Place()
    const kills = points(seed, whole)
    const known = await killed(here, place, kills)
    const said = await place.child({ do: 'resume', web: here.order }).said
    const after = requestsOf(here.server, whole.read)
    expect(known.at(-1)).not.toEqual({})
    for (const before of known) expect({ kills, after }).toMatchObject({ kills, after: before })
    // What was answered and not recorded is asked for again, by each process once.
    const most = Math.max(...Object.values(after))
    expect(most, JSON.stringify(kills)).toBeGreaterThan(1)
    expect(most, JSON.stringify(kills)).toBeLessThanOrEqual(1 + kills.length)
    const { end, steps } = whole
    expect({ kills, end: said?.end, steps: stepsOf(await place.rows()) }).toEqual({ kills, end, steps })
  })
})
