import { describe, expect, it } from 'vitest'
import { encryptedPdf, pdf } from '../../../../test/web/pdf-file.ts'
import { readPdf } from './pdf.ts'

describe('a PDF', () => {
  it('is the text of its pages, with their numbers and its title', async () => {
    expect(await readPdf(pdf(['First page.', 'Second page.'], 'A title'))).toEqual({
      text: '[page 1]\nFirst page.\n\n[page 2]\nSecond page.',
      title: 'A title',
      remarks: [],
    })
  })

  it('without any text says so', async () => {
    expect((await readPdf(pdf(['']))).remarks).toEqual(['No text in it: it may be scanned pictures of pages.'])
  })

  it('that is damaged is told to be', async () => {
    const broken = pdf(['Hello']).subarray(0, 60)
    await expect(readPdf(broken)).rejects.toThrow('The PDF cannot be read: the file is damaged.')
    await expect(readPdf(Uint8Array.from(Buffer.from('%PDF-1.7 nonsense')))).rejects.toThrow('damaged')
  })

  it('that is encrypted is told to be', async () => {
    await expect(readPdf(encryptedPdf())).rejects.toThrow('The PDF cannot be read: it is encrypted with a password.')
  })
})
