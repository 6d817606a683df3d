import { spawn } from 'node:child_process'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { breakListener, type NewsProcess, type SharedTables, sharedTables, untilSo } from '../../test/postgres-news.ts'

let tables: SharedTables

beforeAll(async () => {
  tables = await sharedTables()
  return () => tables.drop()
})

function listen({ changes }: NewsProcess): { readonly heard: (string | undefined)[]; readonly end: () => void } {
  const heard: (string | undefined)[] = []
  const end = changes.listen((session) => void heard.push(session))
  return { heard, end }
}

/** As whoever sends an intervention does. */
async function wake({ database, changes }: NewsProcess, session: string): Promise<void> {
  await database.rows('SELECT pg_notify($1, $2)', [database.channel('wake'), session])
  changes.woke(session)
}

describe('changes', () => {
  it('tell of interventions, here and in other processes, once each', async () => {
    const [one, two, three] = [tables.process('one'), tables.process('two'), tables.process('three')]
    const all = [one, two, three].map((process) => ({ process, ...listen(process) }))
    await untilSo(() => all.every(({ process }) => process.listener.isUp))
    for (const [at, { process }] of all.entries()) await wake(process, `ses_${at}`)
    for (const { process } of all) await wake(process, 'ses_all')
    await untilSo(() => all.every(({ heard }) => heard.length >= 6))
    // The echo of one is not told, so the others were heard when the last of all is.
    await wake(three, 'ses_end')
    await untilSo(() => all.every(({ heard }) => heard.includes('ses_end')))
    for (const { heard } of all) {
      expect(heard.toSorted()).toEqual(['ses_0', 'ses_1', 'ses_2', 'ses_all', 'ses_all', 'ses_all', 'ses_end'])
    }
  })

  it('tell of interventions that are sent here before anything can be heard', async () => {
    const one = tables.process('one', { listensAt: 'postgres://nobody@127.0.0.1:1/none' })
    const { heard } = listen(one)
    one.changes.woke('ses_1')
    one.changes.woke('ses_1')
    one.changes.saw('ses_2')
    expect(heard).toEqual(['ses_1', 'ses_1', 'ses_2'])
  })

  it('are looked for everywhere when the connection is back', async () => {
    // Away for long enough for what is to be missed.
    const [one, two] = [tables.process('one', { listening: { firstPauseMs: 500 } }), tables.process('two')]
    const { heard } = listen(one)
    await untilSo(() => one.listener.isUp)
    await breakListener(tables, one)
    await wake(two, 'ses_missed')
    // It has no echo that could be taken for what the other sends later.
    one.changes.woke('ses_1')
    await untilSo(() => heard.length > 1)
    await wake(two, 'ses_1')
    await untilSo(() => heard.length > 2)
    expect(heard).toEqual(['ses_1', undefined, 'ses_1'])
  })

  it('tell of facts written here when several listen, several as one', async () => {
    const one = tables.process('one')
    const alone = listen(one)
    one.changes.wrote('ses_1')
    const other = listen(one)
    for (let time = 0; time < 500; time++) {
      one.changes.wrote('ses_2')
      one.changes.wrote('ses_3')
    }
    await untilSo(() => other.heard.length > 1)
    expect([alone.heard, other.heard]).toEqual([
      ['ses_2', 'ses_3'],
      ['ses_2', 'ses_3'],
    ])
  })

  it('of facts written here are told to those who follow the session through the same store', async () => {
    const one = tables.process('one', { pace: { lookMs: 3_600_000 } })
    let told = 0
    one.relay.follow('ses_1', () => told++)
    await untilSo(() => told === 1)
    listen(one)
    listen(one)
    one.changes.wrote('ses_1')
    await untilSo(() => told > 1)
    expect(told).toBe(2)
  })

  it('are not told to who left', async () => {
    const [one, two] = [tables.process('one'), tables.process('two')]
    const [left, stays] = [listen(one), listen(one)]
    await untilSo(() => one.listener.isUp)
    left.end()
    left.end()
    await wake(two, 'ses_1')
    await untilSo(() => stays.heard.length > 0)
    expect([left.heard, stays.heard]).toEqual([[], ['ses_1']])
  })

  it('keep no process alive, and leave nothing behind when they are closed', async () => {
    expect(await runToItsEnd('')).toEqual({ code: 0, said: 'listens' })
    expect(await runToItsEnd('await close()')).toEqual({ code: 0, said: 'listens' })
  })
})

/** A process that listens and follows, and then has nothing else to do. */
async function runToItsEnd(atTheEnd: string): Promise<{ readonly code: number | null; readonly said: string }> {
  const source = new URL('./', import.meta.url).href
  const child = spawn(process.execPath, [
    '--conditions=@gyre/source',
    '--input-type=module',
    '-e',
    `
    import { ChangeListeners } from '${source}../change-listeners.ts'
    import { Changes } from '${source}changes.ts'
    import { Database } from '${source}database.ts'
    import { Listener } from '${source}listener.ts'
    import { PostgresRelay } from '${source}relay.ts'
    const database = new Database({ url: '${tables.url}', schema: '${tables.schema}', connections: 2, patienceMs: 1000 })
    const listener = new Listener(database)
    const listeners = new ChangeListeners()
    const relay = new PostgresRelay({ database, listener, listeners, worker: 'child', pace: { sayMs: 0 } })
    const changes = new Changes({ database, listener, listeners, relay })
    const close = async () => {
      changes.close()
      await relay.close()
      await listener.close()
      await database.close()
    }
    const alive = setInterval(() => {}, 1000)
    changes.listen(() => {})
    await new Promise((resolve) => relay.follow('ses_1', resolve))
    console.log('listens')
    clearInterval(alive)
    ${atTheEnd || 'await database.close()'}
  `,
  ])
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  child.stdout.on('data', (chunk) => {
    said += chunk
  })
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { code, said: said.trim() }
}
