/** A loop as plain data, and the line that tries it. */
import type { Loop } from '@gyre/core'
import { z } from 'zod'

/** What programs are told of a loop; of one that is switched off that, too. */
export function loopJson({ name, version, summary, paper, config, traits, example }: Loop, isOff: boolean) {
  const schema = z.toJSONSchema(config, { io: 'input' })
  return { name, version, summary, paper, config: schema, traits, example, ...(isOff && { off: true }) }
}

/** `gyre run -l cot "Why?"`. */
export function exampleLine({ example }: Loop): string {
  return `gyre run ${example.args.map((arg) => (/^[\w-]+$/.test(arg) ? arg : `"${arg}"`)).join(' ')}`
}
