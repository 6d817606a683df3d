/** `gyre prune`: lets ended sessions go, by age, count or size. */
import { GyreError, type RetentionRule, type Runtime } from '@gyre/core'
import { durationInMs, shownAge, shownSize, sizeInBytes, wholeNumber } from '../arguments/quantities.ts'
import type { CommandRun } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Options } from '../options.ts'
import { tableLines } from '../output/text-table.ts'

export const prune: CommandRun = async ({ options, io, place }) => {
  const rule = readRule(options)
  const isDry = options.flag('dry-run')
  const { runtime } = await place()
  const going = await goingSessions(runtime, rule)
  if (!isDry) await runtime.prune(rule)
  const bytes = going.reduce((sum, each) => sum + each.bytes, 0)
  if (io.output !== 'text') {
    const sessions = going.map(({ session, title, bytes }) => ({ session, title, bytes }))
    io.printJson({ sessions, bytes, isRemoved: !isDry })
    return exitCodes.done
  }
  const now = Date.now()
  const rows = going.map(({ session, title, bytes, endedAt }) => [
    session,
    shownAge(now - endedAt),
    shownSize(bytes),
    title,
  ])
  for (const line of tableLines(rows, { right: [1, 2], ...(io.out.isTty && { width: io.out.width() }) })) io.print(line)
  const count = `${going.length} ${going.length === 1 ? 'session' : 'sessions'}`
  io.report(isDry ? `${count}, ${shownSize(bytes)}, would be removed.` : `${count}, ${shownSize(bytes)}, removed.`)
  return exitCodes.done
}

function readRule(options: Options): RetentionRule {
  const [age, size] = [options.text('older-than'), options.text('max-size')]
  const maxCount = wholeNumber('--keep', options.text('keep'))
  const rule = {
    ...(age !== undefined && { maxAgeMs: durationInMs('--older-than', age) }),
    ...(maxCount !== undefined && { maxCount }),
    ...(size !== undefined && { maxBytes: sizeInBytes('--max-size', size) }),
  }
  if (Object.keys(rule).length > 0) return rule
  throw new GyreError('usage-invalid', '`gyre prune` needs a rule: --older-than 30d, --keep 100 or --max-size 500MB.')
}

type Going = { readonly session: string; readonly title: string; readonly bytes: number; readonly endedAt: number }

/** So many are looked at together: nobody holds all that is known of very many. */
const atOnce = 1000

/** What will be gone is told from what is still there. */
async function goingSessions(runtime: Runtime, rule: RetentionRule): Promise<readonly Going[]> {
  const { sessions } = runtime.store
  const ids = await runtime.expired(rule)
  const going: Going[] = []
  for (let at = 0; at < ids.length; at += atOnce) {
    const some = ids.slice(at, at + atOnce)
    const rows = await Promise.all(some.map((id) => sessions.get(id)))
    const sizes = await sessions.sizes(some)
    for (const row of rows) {
      if (!row) continue
      const { title, updatedAt } = row.mirror
      going.push({ session: row.id, title, bytes: sizes.get(row.id) ?? 0, endedAt: updatedAt })
    }
  }
  return going
}
