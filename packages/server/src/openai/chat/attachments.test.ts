import { describe, expect, it } from 'vitest'
import { attachmentsOf } from './attachments.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')

describe('attachments of a message', () => {
  it('are pictures by address and by data', () => {
    const parts = [
      { type: 'text', text: 'Look' },
      { type: 'image_url', image_url: { url: 'https://example.org/cat.png' } },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0' } },
    ] as const
    expect(attachmentsOf(parts, 'content')).toEqual([
      { type: 'image', mediaType: 'image/*', url: 'https://example.org/cat.png' },
      { type: 'image', mediaType: 'image/png', data: 'iVBORw0' },
    ])
  })

  it('are files: the text of a text, the base64 of any other', () => {
    const file = (filename: string, mediaType: string, text: string) =>
      ({ type: 'file', file: { filename, file_data: `data:${mediaType};base64,${base64(text)}` } }) as const
    expect(
      attachmentsOf([file('a.md', 'text/markdown', '# Ünï'), file('b.pdf', 'application/pdf', '%PDF')], 'c'),
    ).toEqual([
      { type: 'file', name: 'a.md', mediaType: 'text/markdown', data: '# Ünï' },
      { type: 'file', name: 'b.pdf', mediaType: 'application/pdf', data: base64('%PDF') },
    ])
  })

  it('are sounds', () => {
    const part = { type: 'input_audio', input_audio: { data: 'UklGRg', format: 'wav' } } as const
    expect(attachmentsOf([part], 'c')).toEqual([
      { type: 'file', name: 'audio.wav', mediaType: 'audio/wav', data: 'UklGRg' },
    ])
  })

  it.each([
    [{ type: 'image_url', image_url: { url: 'file:///etc/passwd' } }, 'c[0].image_url.url'],
    [{ type: 'file', file: { file_id: 'file-1' } }, 'c[0].file.file_id'],
    [{ type: 'file', file: { file_data: 'plain' } }, 'c[0].file.file_data'],
    [{ type: 'file', file: {} }, 'c[0].file.file_data'],
  ] as const)('%j is refused, with its field', (part, param) => {
    expect(() => attachmentsOf([part], 'c')).toThrowError(
      expect.objectContaining({ details: expect.objectContaining({ param }) }),
    )
  })
})
