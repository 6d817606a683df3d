import { expect, it } from 'vitest'
import { decoded } from './charset.ts'

const bytes = (...values: number[]) => Uint8Array.from(values)
const latin = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'))

it.each<[string, Uint8Array, string, string]>([
  ['the header', latin('caf\xe9'), 'text/html; charset=ISO-8859-1', 'café'],
  ['the header in quotes', bytes(0x93, 0xfa, 0x96, 0x7b), 'text/html; charset="shift_jis"', '日本'],
  ['a mark, whatever the header says', bytes(0xff, 0xfe, 0x41, 0, 0xe9, 0), 'text/html; charset=utf-8', 'Aé'],
  ['a mark of UTF-16BE', bytes(0xfe, 0xff, 0, 0x41), '', 'A'],
  ['a mark of UTF-8, which is not shown', bytes(0xef, 0xbb, 0xbf, 0x41), 'text/plain; charset=latin1', 'A'],
  ['the page', latin('<meta charset="windows-1252">\x80'), 'text/html', '<meta charset="windows-1252">€'],
  [
    'the page in the older way',
    latin('<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-15">\xa4'),
    'text/html',
    '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-15">€',
  ],
  [
    'XML',
    latin('<?xml version="1.0" encoding="ISO-8859-1"?>\xe9'),
    'application/xml',
    '<?xml version="1.0" encoding="ISO-8859-1"?>é',
  ],
  ['nobody', Uint8Array.from(Buffer.from('ünï')), 'text/plain', 'ünï'],
  ['a name that nobody knows', latin('plain'), 'text/plain; charset=klingon', 'plain'],
])('reads text in the encoding named by %s', (_, given, contentType, text) => {
  expect(decoded(given, contentType)).toBe(text)
})
