/** What became of results that go somewhere else, too. */
import type { Delivery, Session } from '@gyre/core'
import type { Io } from '../io.ts'
import { counted } from '../output/counted.ts'
import { oneLine } from '../terminal/one-line.ts'

/** How long a command stays for them when it has printed the answer. */
const waitMs = 3000

/** Waits a little for the deliveries of a session that ended here, and tells how they stand. */
export async function reportDeliveries(io: Io, session: Session): Promise<void> {
  const deliveries = await session.deliveries({ waitMs })
  if (io.output === 'text') for (const line of deliveryReport(deliveries)) io.report(line)
}

/** That something is remembered goes without saying. */
function isTold({ target, state }: Delivery): boolean {
  return target !== 'memory' || state !== 'delivered'
}

export function deliveryReport(deliveries: readonly Delivery[]): readonly string[] {
  const told = deliveries.filter(isTold)
  const isOpen = told.some(({ state }) => state === 'pending')
  const lines = told.map((delivery) => `${delivery.target}: ${deliveryText(delivery)}`)
  return isOpen ? [...lines, 'What is pending is sent by: gyre resume'] : lines
}

/** `delivered, 2 attempts`, `pending, 1 attempt: status 500`. */
export function deliveryText({ state, attempts, error }: Pick<Delivery, 'state' | 'attempts' | 'error'>): string {
  const why = error === null ? '' : `: ${oneLine(error).replace(/\.$/, '')}`
  return `${state}, ${counted(attempts, 'attempt')}${why}`
}

/** `, next at 2026-01-01T12:00:00.000Z`; nothing where it is not tried again. */
export function nextText(nextAt: string | null): string {
  return nextAt === null ? '' : `, next at ${nextAt}`
}
