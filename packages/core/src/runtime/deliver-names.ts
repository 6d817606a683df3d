/** Where a result is to go, by name; checked before a session begins. */
import { z } from 'zod'
import { GyreError } from '../errors.ts'
import { readAs } from '../faults/issues.ts'
import { suggestion } from '../faults/nearest.ts'
import type { DeliveryTarget } from '../ports/delivery.ts'

/** The one that needs no target: the memory of the runtime. */
export const memoryName = 'memory'

const namesSchema = z.array(z.string().min(1))

/** What a session can name. */
export type KnownDeliveries = {
  readonly targets: ReadonlyMap<string, DeliveryTarget>
  readonly hasMemory: boolean
}

export type Deliver = { readonly targets: readonly string[]; readonly isRemembered: boolean }

const nowhere: Deliver = { targets: [], isRemembered: false }

/** The targets of a session. A name that nobody answers to would be owed for ever. */
export function readDeliver(given: unknown, { targets, hasMemory }: KnownDeliveries): Deliver {
  if (given === undefined) return nowhere
  const wanted = new Set(readAs(namesSchema, given, 'delivery-invalid', '`deliver`'))
  const isRemembered = wanted.delete(memoryName)
  if (isRemembered && !hasMemory)
    throw new GyreError('memory-missing', '`deliver` names `memory`, and there is none to keep the result in.')
  for (const name of wanted) refuseUnfit(name, targets)
  return { targets: [...wanted], isRemembered }
}

function refuseUnfit(name: string, targets: KnownDeliveries['targets']): void {
  const target = targets.get(name)
  if (target?.trouble !== undefined)
    throw refused(`\`deliver\` names \`${name}\`, which cannot be used: ${target.trouble}`, name)
  if (target) return
  const known = [...targets.keys(), memoryName]
  throw refused(`\`deliver\` names \`${name}\`, and there is no such delivery; ${suggestion(name, known)}`, name)
}

/** Targets by name. */
export function targetsByName(targets: readonly DeliveryTarget[]): ReadonlyMap<string, DeliveryTarget> {
  const byName = new Map<string, DeliveryTarget>()
  for (const target of targets) {
    const { name } = target
    if (name === memoryName) throw refused('`memory` is what a session remembers; call the delivery otherwise.', name)
    if (!/^[A-Za-z0-9][\w.-]{0,99}$/.test(name))
      throw refused(`A delivery has a name of letters, digits, \`.\`, \`_\` and \`-\`, not \`${name}\`.`, name)
    if (byName.has(name)) throw refused(`Two deliveries are called \`${name}\`.`, name)
    byName.set(name, target)
  }
  return byName
}

function refused(message: string, delivery: string): GyreError {
  return new GyreError('delivery-invalid', message, { delivery })
}
