/** Loads the module and answers calls of its exports, one after the other. */
import { setImmediate as turn } from 'node:timers/promises'
import type { Order, Request } from '../protocol.ts'
import { lockDown } from './lock-down.ts'
import { hear, reasonOf, say, sayAnswer, type Thrown, thrownOf } from './speech.ts'
import { startWarden } from './warden.ts'

type Exports = Readonly<Record<string, unknown>>
type Outcome = { readonly value: unknown } | Thrown

const exit = process.exit.bind(process)
const resources = process.getActiveResourcesInfo.bind(process)

export async function serve(): Promise<void> {
  const order = JSON.parse(process.argv[2] ?? '') as Order
  await Promise.all([lockDown(order.builtins), startWarden(order.memoryMb)])
  const exports = await load(order.module)
  say({ ready: true })
  const atRest = resources().length
  for (let request = hear() as Request | undefined; request; request = hear() as Request | undefined) {
    const outcome = await call(request, exports)
    // What the call began and did not wait for shows once the loop of events has gone round.
    await turn()
    sayAnswer({ id: request.id, isFree: resources().length <= atRest, ...outcome })
  }
  exit(0)
}

async function load(module: string): Promise<Exports> {
  try {
    return (await import(module)) as Exports
  } catch (error) {
    say({ unloadable: reasonOf(error) })
    return exit(0)
  }
}

async function call({ export: name, args }: Request, exports: Exports): Promise<Outcome> {
  const work = Object.hasOwn(exports, name) ? exports[name] : undefined
  if (typeof work !== 'function') {
    const functions = Object.keys(exports).filter((each) => typeof exports[each] === 'function')
    return { threw: `The module has no function \`${name}\` to run; it has: ${functions.join(', ') || 'none'}.` }
  }
  try {
    return { value: await work(...args) }
  } catch (error) {
    return thrownOf(error)
  }
}
