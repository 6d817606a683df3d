/** Resuming costs as much as was recorded, however long the session: nothing is gone over again for every step. */
import { type JournalRow, type Message, type Store, user } from '@gyre/core'
import { modelOf, says } from '@gyre/core/testing'
import { memoryStore } from '@gyre/stores'
import { expect, it } from 'vitest'
import { equipment, gate, loopOf, world } from '../support/kernel.ts'

/** How often a message of a list was looked at. */
class Looks {
  count = 0

  watched(messages: Message[]): Message[] {
    return new Proxy(messages, {
      get: (list, key, receiver) => {
        if (typeof key === 'string' && /^\d+$/.test(key)) this.count += 1
        return Reflect.get(list, key, receiver)
      },
    })
  }
}

/** Asks so many times, each time with all that was said before. */
const growing = (looks: Looks) =>
  loopOf('growing', async (ctx, { goal }) => {
    const messages = looks.watched([user('Begin.')])
    for (let turn = 1; turn <= Number(goal); turn++) messages.push((await ctx.generate(messages)).message, user('On.'))
    return 'done'
  })

/** A store that counts the rows it gives out. */
function countingReads(store: Store, onRead: (rows: readonly JournalRow[]) => void): Store {
  const read: Store['journal']['read'] = async (...asked) => {
    const rows = await store.journal.read(...asked)
    onRead(rows)
    return rows
  }
  return { ...store, journal: { append: (...given) => store.journal.append(...given), read } }
}

/** Interrupts a session at its last step and goes on; what that took. */
async function resumed(steps: number) {
  const store = memoryStore()
  const { runtime, afterCrash } = world({ store })
  const held = gate()
  const first = modelOf(async (_, { path }) => {
    if (path === `generate#${steps}`) await held.pass()
    return says('on')
  })
  const session = await runtime.start(growing(new Looks()), String(steps), { model: first })
  await held.isReached
  const looks = new Looks()
  let rows = 0
  const later = afterCrash({
    ...equipment(
      growing(looks),
      modelOf(() => says('on')),
    ),
    store: countingReads(store, (read) => {
      rows += read.length
    }),
  })
  const { answer } = await (await later.resume(session.id)).outcome
  return { answer, rows, looks: looks.count }
}

it('reads every row and looks at every message a bounded number of times', async () => {
  const [short, long] = [await resumed(200), await resumed(400)]
  expect([short.answer, long.answer]).toEqual(['done', 'done'])
  expect(long.rows - short.rows).toBe(200)
  // Twice the steps, twice the looks; the last step is asked live, with all that was said.
  expect(long.looks).toBeLessThan(short.looks * 2.05)
})
