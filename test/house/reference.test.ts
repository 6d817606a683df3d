import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cliPage } from '../../scripts/reference/cli-page.ts'
import { examplesPage } from '../../scripts/reference/examples-page.ts'
import { read, root } from './repository.ts'

describe('the page of the commands', () => {
  it('has every command as help tells it', async () => {
    await expect(cliPage()).toMatchFileSnapshot(join(root, 'docs/reference/cli.md'))
  })

  it('is linked from the guide', () => {
    expect(read('docs/command-line.md')).toContain('](reference/cli.md)')
  })
})

describe('the page of the examples', () => {
  it('has every example as it runs', async () => {
    await expect(examplesPage()).toMatchFileSnapshot(join(root, 'docs/examples.md'))
  })
})
