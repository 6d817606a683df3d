import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPath } from './requested-path.ts'

describe('readPath', () => {
  it.each([
    ['a.txt', ['a.txt']],
    ['src/main.ts', ['src', 'main.ts']],
    ['./src//main.ts/', ['src', 'main.ts']],
    ['a/../b', ['b']],
    ['a/b/../../c', ['c']],
    ['.', []],
    ['a/..', []],
    ['..a/b..c/...d', ['..a', 'b..c', '...d']],
    ['%2e%2e/%2fetc', ['%2e%2e', '%2fetc']],
    ['．．/x', ['．．', 'x']],
    ['2026-01-01T10:00:00.log', ['2026-01-01T10:00:00.log']],
    ['~$report.docx', ['~$report.docx']],
    ['a b/ c', ['a b', ' c']],
  ])('reads %j as the names %j', (path, names) => {
    expect(readPath(path, 'linux')).toEqual(names)
  })

  it.each([
    ['', 'is empty'],
    ['a'.repeat(5000), 'is too long'],
    [`${'a'.repeat(256)}/b`, 'has a name that is too long'],
    ['ä'.repeat(128), 'has a name that is too long'],
    ['a\ud800', 'is not well-formed text'],
    ['a\0b', 'holds a control character'],
    ['a\nb', 'holds a control character'],
    ['a\u0085b', 'holds a control character'],
    ['/etc/passwd', 'is absolute'],
    ['//server/share', 'is absolute'],
    ['C:/x', 'begins with a drive'],
    ['c:', 'begins with a drive'],
    ['\\\\server\\share', 'holds a backslash'],
    ['a\\..\\..\\b', 'holds a backslash'],
    ['file:///etc/passwd', 'is an address'],
    ['FILE:etc', 'is an address'],
    ['https://example.com/x', 'is an address'],
    ['~', 'begins with `~`'],
    ['~/x', 'begins with `~`'],
    ['~admin/x', 'begins with `~`'],
    ['..', 'leads out of the root'],
    ['../x', 'leads out of the root'],
    ['a/../../x', 'leads out of the root'],
    ['./../x', 'leads out of the root'],
    ['.../x', 'has a name that ends in a dot or a space'],
    ['.. /x', 'has a name that ends in a dot or a space'],
    ['secret.txt.', 'has a name that ends in a dot or a space'],
    ['secret.txt ', 'has a name that ends in a dot or a space'],
  ])('refuses %j: it %s', (path, why) => {
    expect(() => readPath(path, 'linux')).toThrow(expect.objectContaining({ code: 'path-refused' }))
    expect(() => readPath(path, 'linux')).toThrow(`is refused: it ${why}`)
    expect(() => readPath(path, 'win32')).toThrow('Paths are relative to the root folder')
  })

  it.each([
    ['notes.txt:stream', 'has a name with one of'],
    ['a/b*', 'has a name with one of'],
    ['GIT~1/config', 'has a short name such as'],
    ['nul', 'names a device'],
    ['a/COM1.txt', 'names a device'],
    ['CONOUT$', 'names a device'],
  ])('refuses %j on Windows alone: it %s', (path, why) => {
    expect(() => readPath(path, 'win32')).toThrow(`is refused: it ${why}`)
    expect(readPath(path, 'linux').join('/')).toBe(path)
  })

  it('never gives a name that leads upwards, whatever is written', () => {
    const piece = fc.oneof(fc.constantFrom('..', '.', '', '...', '~', 'a', '%2e', '\\', '\0', 'C:', ' '), fc.string())
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        let names: readonly string[] = []
        try {
          names = readPath(pieces.join('/'), 'linux')
        } catch (error) {
          expect(error).toMatchObject({ code: 'path-refused' })
        }
        expect(names.filter((name) => name === '' || /^\.+$|[/\\\0]/.test(name))).toEqual([])
      }),
    )
  })
})
