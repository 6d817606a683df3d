import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts'
import { FakeHost } from '../../test/fake-host.ts'
import { invoke } from './invoke.ts'

function gyreIn(folder: string) {
  return async (...args: string[]) => {
    const host = new FakeHost({ cwd: folder })
    await invoke([...args, '--data', folder], host)
    return host.out
  }
}

describe('the place of another owner', () => {
  it('has their sessions and no others', async () => {
    const gyre = gyreIn(temporaryFolder())
    await gyre('run', 'What is 2 + 3?', '--loop', 'direct', '--owner', 'anna')
    await gyre('run', 'What is 4 + 5?', '--loop', 'direct')
    const titles = async (...args: string[]) => {
      const listed = JSON.parse(await gyre('ps', '--all', '--json', ...args)) as readonly { readonly title: string }[]
      return listed.map(({ title }) => title)
    }
    expect(await titles('--owner', 'anna')).toEqual(['What is 2 + 3?'])
    expect(await titles()).toEqual(['What is 4 + 5?'])
    expect(await titles('--owner', 'local')).toEqual(['What is 4 + 5?'])
    expect(await titles('--owner', 'bert')).toEqual([])
  })

  it('has their memories and no others', async () => {
    const gyre = gyreIn(temporaryFolder())
    await gyre('memory', 'add', 'The door is green.', '--owner', 'anna')
    expect(await gyre('memory', '--owner', 'anna')).toContain('The door is green.')
    expect(await gyre('memory')).not.toContain('The door is green.')
  })
})
