import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts'
import { calendarToolbox, filesToolbox, mathToolbox, shellToolbox, skillsToolbox, webToolbox } from '../../index.ts'
import { mayBeOf, serverPrefixes, toolNames } from './names.ts'

const toolName = /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/

describe('names of tools', () => {
  it.each([
    ['echo', 's.echo'],
    ['get-sum', 's.get-sum'],
    ['files.read', 's.files.read'],
    ['files/read', 's.files_read'],
    ['lies nach', 's.lies_nach'],
    ['größe', 's.gr__e'],
    ['.hidden', 's._hidden'],
    ['a..b', 's.a_.b'],
    ['end.', 's.end_'],
    ['...', 's.___'],
    ['', 's.tool'],
  ])('`%s` becomes `%s`', (name, own) => {
    expect(toolNames('s', [name]).get(name)).toBe(own)
  })

  it('that would be the same are told apart, and one that needs no change keeps its name', () => {
    expect([...toolNames('s', ['a b', 'a_b', 'a/b'])]).toEqual([
      ['a b', 's.a_b_c8687a'],
      ['a/b', 's.a_b_c14cdd'],
      ['a_b', 's.a_b'],
    ])
  })

  it('that are endless are cut, and still told apart', () => {
    const names = [...toolNames('s', ['x'.repeat(500), 'x'.repeat(501)]).values()]
    expect(names.map((name) => name.length)).toEqual([102, 102])
    expect(new Set(names).size).toBe(2)
  })

  it('are all valid and distinct, in whatever order they come', () => {
    const name = fc.oneof(fc.string(), fc.stringMatching(/^[ab./ _]{0,4}$/))
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 12 }), (names) => {
        const given = toolNames('s', names)
        expect(given.size).toBe(names.length)
        expect(new Set(given.values()).size).toBe(names.length)
        for (const own of given.values()) expect(own).toMatch(toolName)
        expect(toolNames('s', names.toReversed())).toEqual(given)
      }),
    )
  })
})

describe('names of servers', () => {
  it('become one word without a dot each', () => {
    expect([...serverPrefixes(['github', 'my server', 'a.b', '@org/x'])]).toEqual([
      ['@org/x', '_org_x'],
      ['a.b', 'a_b'],
      ['github', 'github'],
      ['my server', 'my_server'],
    ])
  })

  it('that are those of toolboxes are marked: what `memory.*` may do is meant for the toolbox', () => {
    expect([...serverPrefixes(['memory', 'mcp-files', 'files', 'Math'])]).toEqual([
      ['Math', 'Math'],
      ['files', 'mcp-files_3d7db3'],
      ['mcp-files', 'mcp-files'],
      ['memory', 'mcp-memory'],
    ])
  })

  it('are marked for each toolbox there is', () => {
    const toolboxes = [
      mathToolbox(),
      calendarToolbox(),
      webToolbox({ fetch: () => Promise.reject(new Error('is not asked')) }),
      filesToolbox({ root: temporaryFolder() }),
      shellToolbox({ programs: ['ls'], cwd: temporaryFolder() }),
      skillsToolbox([]),
    ]
    for (const { name } of toolboxes) expect(serverPrefixes([name]).get(name)).toBe(`mcp-${name}`)
  })

  it('are told apart', () => {
    const prefixes = [...serverPrefixes(['a.b', 'a_b', 'a b']).values()]
    expect(new Set(prefixes).size).toBe(3)
    expect(prefixes).toContain('a_b')
  })
})

describe('a pattern', () => {
  it.each(['*', 'fi*', 'files.*', 'files.read', 'files.r*d', '*.read', 'f*s.read'])(
    '`%s` may fit tools of `files`',
    (pattern) => {
      expect(mayBeOf('files', pattern)).toBe(true)
    },
  )

  it.each(['math.*', 'files', 'file.read', 'filesystem.read', 'filesystem.*', 'fi'])(
    '`%s` fits no tool of `files`',
    (pattern) => {
      expect(mayBeOf('files', pattern)).toBe(false)
    },
  )
})
