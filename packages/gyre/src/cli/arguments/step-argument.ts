/** `--at`: the last step that is kept, by its path or its number in the journal. */
import { GyreError } from '@gyre/core'
import type { Options } from '../options.ts'

export function stepArgument(command: string, options: Options): string | number {
  const at = options.text('at')
  if (at === undefined) {
    throw new GyreError(
      'usage-invalid',
      `\`gyre ${command}\` needs \`--at STEP\`, the last step to keep. \`gyre show ID --steps\` lists them.`,
    )
  }
  return /^\d+$/.test(at) ? Number(at) : at
}
