/** What a person is asked to approve, at a real terminal of 80 columns. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { Terminal } from '../support/terminal.ts'

describe('an approval at a terminal of 80 columns', () => {
  it.each([[[]], [['--plain']], [['-q']]])('shows the end of long arguments with %j', async (how) => {
    const cwd = temporaryFolder()
    writeFileSync(
      join(cwd, 'gyre.config.ts'),
      "export default { data: 'data', toolboxes: { shell: { programs: ['ls'] } } }\n",
    )
    const input = JSON.stringify({ program: 'ls', args: ['-la', 'a'.repeat(2500), 'the-end'] })
    const terminal = new Terminal(['tools', 'call', 'shell.run', input, ...how], { cwd, columns: 80 })
    const shown = await terminal.shows('[y]es, [n]o, [e]dit the arguments:')
    expect(shown.replace(/\n */g, '')).toContain(`${'a'.repeat(2500)}","the-end"]}`)
    terminal.type('n\r')
    await terminal.shows('why (may be empty):')
    terminal.type('\r')
    expect(await terminal.exit()).toBe(1)
  })
})
