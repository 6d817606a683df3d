import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cliPage } from '../../scripts/reference/cli-page.ts'
import { read, root } from './repository.ts'

describe('the reference of the command line', () => {
  it('has every command as help tells it', async () => {
    await expect(cliPage()).toMatchFileSnapshot(join(root, 'docs/reference/cli.md'))
  })

  it('is linked from the guide', () => {
    expect(read('docs/command-line.md')).toContain('](reference/cli.md)')
  })
})
