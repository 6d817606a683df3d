/** Repositories that would have git run their own programs. */
import { execFileSync } from 'node:child_process'
import { existsSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { identity, type Lab, lab, result, toolOf } from '../../packages/tools/test/shell-lab.ts'

describe('no repository', () => {
  const git = (place: Lab, ...args: readonly string[]) =>
    execFileSync('git', args, { cwd: place.work, env: { ...identity, PATH: '/usr/bin:/bin' } })

  it('runs its hooks', async () => {
    const place = lab()
    git(place, 'init', '-q')
    for (const hook of ['pre-commit', 'post-commit', 'commit-msg', 'post-checkout'])
      writeFileSync(join(place.work, '.git', 'hooks', hook), `#!/bin/sh\ntouch ${place.marker}\n`, { mode: 0o755 })
    const tool = toolOf(place)
    await result(tool, { program: 'git', args: ['add', '.'] })
    expect(await result(tool, { program: 'git', args: ['commit', '-q', '-m', 'x'] })).toContain('Exit code 0.')
    await result(tool, { program: 'git', args: ['checkout', '-q', '-b', 'y'] })
    expect(existsSync(place.marker)).toBe(false)
  })

  it.each(['core.fsmonitor', 'core.editor', 'core.sshCommand', 'alias.st', 'gpg.program'])(
    'runs what it says in %s',
    async (key) => {
      const place = lab()
      git(place, 'init', '-q')
      git(place, 'config', 'commit.gpgSign', 'true')
      git(place, 'config', key, key.startsWith('alias') ? `!${place.evil}` : place.evil)
      git(place, 'remote', 'add', 'origin', 'ssh://localhost:1/x')
      const tool = toolOf(place)
      for (const args of [
        ['add', '.'],
        ['status'],
        ['commit', '-q', '--allow-empty-message'],
        ['log', '--show-signature'],
        ['st'],
        ['fetch'],
      ])
        await result(tool, { program: 'git', args })
      expect(existsSync(place.marker)).toBe(false)
    },
  )

  it.each(['gpg.ssh.program', 'gpg.ssh.defaultKeyCommand', 'gpg.x509.program', 'core.gitProxy'])(
    'runs what it says in %s, when that is asked for',
    async (key) => {
      const place = lab()
      git(place, 'init', '-q')
      git(place, 'config', 'gpg.format', key.includes('x509') ? 'x509' : 'ssh')
      if (!key.endsWith('Command')) git(place, 'config', 'user.signingKey', 'key::ssh-ed25519 AAAA')
      git(place, 'config', key, place.evil)
      git(place, 'remote', 'add', 'origin', 'git://127.0.0.1:1/x')
      const tool = toolOf(place)
      for (const args of [['add', '.'], ['commit', '-S', '-q', '-m', 'x'], ['commit', '-q', '-m', 'x'], ['fetch']])
        await result(tool, { program: 'git', args })
      expect(existsSync(place.marker)).toBe(false)
    },
  )

  describe('is brought to run what it holds', () => {
    const patchOf = (name: string, lines: readonly string[]) =>
      [
        `diff --git a/${name} b/${name}`,
        'new file mode 100755',
        '--- /dev/null',
        `+++ b/${name}`,
        `@@ -0,0 +1,${lines.length} @@`,
        ...lines.map((line) => `+${line}\n`),
      ]
        .join('\n')
        .replaceAll('\n\n', '\n')

    it('as the strategy of a cherry-pick', async () => {
      const place = lab()
      git(place, 'init', '-q')
      git(place, 'commit', '-q', '--allow-empty', '-m', 'zero')
      const tool = toolOf(place)
      const stdin = patchOf('git-merge-x/y', ['#!/bin/sh', `touch ${place.marker}`])
      expect(await result(tool, { program: 'git', args: ['apply'], stdin })).toContain('Exit code 0.')
      await result(tool, { program: 'git', args: ['add', '.'] })
      expect(await result(tool, { program: 'git', args: ['commit', '-q', '-m', 'one'] })).toContain('Exit code 0.')
      await result(tool, { program: 'git', args: ['cherry-pick', '--strategy=x/y', 'HEAD'] })
      expect(existsSync(place.marker)).toBe(false)
    })

    it.each(['.git/config', 'link/config'])('as its config, moved to %s', async (target) => {
      const place = lab()
      git(place, 'init', '-q')
      symlinkSync('.git', join(place.work, 'link'))
      writeFileSync(join(place.work, '.gitattributes'), '*.txt filter=x\n')
      const tool = toolOf(place)
      const settings = ['[core]', 'repositoryformatversion = 0', '[filter "x"]', `clean = ${place.evil}`]
      await result(tool, { program: 'git', args: ['apply'], stdin: patchOf('config', settings) })
      await result(tool, { program: 'git', args: ['add', 'config', 'link'] })
      await result(tool, { program: 'git', args: ['mv', '-f', 'config', target] })
      await result(tool, { program: 'git', args: ['add', '.'] })
      expect(existsSync(place.marker)).toBe(false)
    })
  })

  it('is taken for one when it is only a folder with the files of one', async () => {
    const place = lab()
    git(place, 'init', '-q', '--bare', 'inner')
    git({ ...place, work: join(place.work, 'inner') }, 'config', 'core.fsmonitor', place.evil)
    git({ ...place, work: join(place.work, 'inner') }, 'config', 'core.bare', 'false')
    git({ ...place, work: join(place.work, 'inner') }, 'config', 'core.worktree', '.')
    expect(await result(toolOf(place), { program: 'git', args: ['status'], cwd: 'inner' })).toContain('Exit code 128.')
    expect(existsSync(place.marker)).toBe(false)
  })
})
