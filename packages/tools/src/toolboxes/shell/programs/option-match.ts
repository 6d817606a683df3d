/** Options in all the ways they can be written. */

/**
 * Whether an argument is this option. `--name` is also written shortened and with `=value`; `-x` within a bundle or
 * with its value attached; `-name` with `=value`. An argument that could be it counts: `--` in front changes nothing,
 * since not every program heeds it.
 */
export function isOption(argument: string, option: string): boolean {
  const [written = ''] = argument.split('=', 1)
  if (option.startsWith('--')) return written.length > 2 && written.startsWith('--') && option.startsWith(written)
  if (option.length > 2) return written === option
  return /^-[^-]/.test(argument) && written.includes(option.slice(1), 1)
}
