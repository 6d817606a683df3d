import { describe, expect, it } from 'vitest'
import { type Attachment, asTaskFile, attachmentOf, fitting, mostCharacters } from './attachments.ts'

const text = (name: string, data: string): Attachment => ({ type: 'file', name, mediaType: 'text/plain', data })

describe('a file that goes with a message', () => {
  it('is a text where its bytes are one, whatever the browser calls it', async () => {
    const file = new File(['a = 1'], 'job.toml', { type: 'application/octet-stream' })
    expect(await attachmentOf(file)).toEqual(text('job.toml', 'a = 1'))
  })

  it('keeps the type of a text that everybody knows', async () => {
    const file = new File(['a,b'], 'rows.csv', { type: 'text/csv' })
    expect(await attachmentOf(file)).toMatchObject({ mediaType: 'text/csv', data: 'a,b' })
  })

  it('is a picture in base64, which a session knows without its name', async () => {
    const file = new File([new Uint8Array([1, 2, 3])], 'p.png', { type: 'image/png' })
    const picture = await attachmentOf(file)
    expect(picture).toEqual({ type: 'image', name: 'p.png', mediaType: 'image/png', data: 'AQID' })
    expect(asTaskFile(picture as Attachment)).toEqual({ type: 'image', mediaType: 'image/png', data: 'AQID' })
  })

  it('is refused when it is something else', async () => {
    const file = new File([new Uint8Array([0x50, 0x4b, 0, 255])], 'a.zip')
    expect(await attachmentOf(file)).toEqual({ refused: 'a.zip is neither a text, a picture nor a PDF.' })
  })

  it('has no signs in its name that make it look like another', async () => {
    expect(await attachmentOf(new File(['x'], 'ann\u202Egpj.exe\n'))).toMatchObject({ name: 'anngpj.exe' })
  })
})

describe('files together', () => {
  it('are taken until they are too much', () => {
    const half = text('half', 'x'.repeat(mostCharacters / 2))
    const { taken, refused } = fitting([half], [text('small', 'x'), half, { refused: 'No.' }])
    expect(taken.map(({ name }) => name)).toEqual(['half', 'small'])
    expect(refused).toEqual([
      'half does not fit any more. All files of a message together may have about 2.5 MB.',
      'No.',
    ])
  })
})
