/**
 * A worker to be killed: `node worker-process.ts ORDER`, where the order is JSON. It notes each effect it begins and
 * each session it takes, one line each, in the file it is told.
 */
import { appendFileSync } from 'node:fs'
import { Runtime } from '@gyre/core'
import { postgresDispatcher, postgresStore } from '@gyre/stores/postgres'
import { crowdEquipment, crowdLoop } from './crowd-loop.ts'

export type WorkerOrder = {
  readonly url: string
  readonly schema: string
  readonly log: string
  readonly concurrency: number
  readonly paceMs: number
}

export type EffectNote = {
  readonly note: 'effect'
  readonly pid: number
  readonly at: number
  readonly tool: string
  readonly session: string
  readonly path: string
}

export type RunNote = {
  readonly note: 'run'
  readonly pid: number
  readonly at: number
  readonly session: string
  /** The last row that was known when it began. */
  readonly after: number
}

export type WorkerNote = EffectNote | RunNote

const { url, schema, log, concurrency, paceMs } = JSON.parse(process.argv[2] ?? '{}') as WorkerOrder
const { pid } = process

// Written before the effect begins, in one piece: a kill in the middle of it leaves a line or none.
const write = (note: WorkerNote) => appendFileSync(log, `${JSON.stringify(note)}\n`)

const store = await postgresStore(url, { schema, key: 'chaos' })
const dispatcher = await postgresDispatcher(store, { concurrency, version: 'chaos', onTrouble: () => {} })
const { model, tools } = crowdEquipment(paceMs, (effect) => write({ note: 'effect', pid, at: Date.now(), ...effect }))
const runtime = new Runtime({
  store,
  dispatcher,
  loops: [crowdLoop],
  models: [model],
  tools,
  lingerMs: 2000,
  onRun: ({ session, after }) => write({ note: 'run', pid, at: Date.now(), session, after }),
})

process.on('SIGTERM', async () => {
  await runtime.close({ graceMs: 2000, keepStore: true })
  await dispatcher.close()
  await store.close()
  process.exit(0)
})
process.stdout.write('ready\n')
