import { describe, expect, it } from 'vitest'
import { decodeText } from './decode-text.ts'

const latin = (text: string) => Buffer.from(text, 'latin1')

describe('decodeText', () => {
  it.each([
    ['UTF-8', Buffer.from('Grüße 東京'), { text: 'Grüße 東京' }],
    ['UTF-8 with a mark', Buffer.from('\uFEFFGrüße'), { text: 'Grüße' }],
    ['UTF-16 with a mark', Buffer.from('\uFEFFGrüße', 'utf16le'), { text: 'Grüße' }],
    ['UTF-16 of the other order', Buffer.from('\uFEFFGrüße', 'utf16le').swap16(), { text: 'Grüße' }],
    [
      'windows-1252',
      latin('Viele Gr\xfc\xdfe und 5 \x80 f\xfcr alle'),
      {
        text: 'Viele Grüße und 5 € für alle',
        remark: 'it is no valid UTF-8 and was read as windows-1252: some letters may be wrong',
      },
    ],
    [
      'UTF-8 with a broken place',
      Buffer.concat([Buffer.from('Grüße, schöne '), latin('\xfc'), Buffer.from('Tage')]),
      { text: 'Grüße, schöne \uFFFDTage', remark: '1 place is no valid UTF-8 and replaced by \uFFFD' },
    ],
    ['NUL bytes', Buffer.from('a\0b'), { why: 'it is no text: it has NUL bytes' }],
    ['controls', Buffer.from('\x01\x02\x03 PK \x04'), { why: 'it is no text: it has many control characters' }],
    [
      'Shift JIS',
      Buffer.from([0x93, 0x8c, 0x8b, 0x9e, 0x82, 0xcd, 0x91, 0xe5, 0x82, 0xab, 0x82, 0xa2]),
      { why: 'its encoding is none of UTF-8, UTF-16 with a mark and windows-1252' },
    ],
  ])('reads %s', async (_, bytes, expected) => {
    expect(await decodeText(bytes)).toEqual(expected)
  })

  it('believes a server that names the encoding, unless the name is unknown', async () => {
    expect(await decodeText(Buffer.from([0xcf, 0xf0, 0xe8]), 'windows-1251')).toEqual({ text: 'При' })
    expect(await decodeText(Buffer.from('Grüße'), 'klingon')).toEqual({ text: 'Grüße' })
  })
})
