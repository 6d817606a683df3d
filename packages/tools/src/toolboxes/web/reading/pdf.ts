/** PDF files as text, page by page. */
import { GyreError } from '@gyre/core'
import { loadLibrary } from '../../../library.ts'
import type { PageText } from './page-text.ts'

const mostPages = 300

export async function readPdf(bytes: Uint8Array): Promise<PageText> {
  const { getDocumentProxy, getMeta } = await loadLibrary('pdf', () => import('unpdf'))
  const document = await getDocumentProxy(bytes, { verbosity: 0 }).catch((error: unknown) => {
    throw unreadable(error)
  })
  try {
    const count = Math.min(document.numPages, mostPages)
    const pages: string[] = []
    for (let number = 1; number <= count; number++) pages.push(await textOfPage(await document.getPage(number)))
    const { info } = await getMeta(document).catch(() => ({ info: {} }))
    const title = String((info as Record<string, unknown>)['Title'] ?? '').trim()
    return {
      text: pages.map((text, index) => `[page ${index + 1}]\n${text}`).join('\n\n'),
      ...(title !== '' && { title }),
      remarks: remarksOn(pages, document.numPages),
    }
  } catch (error) {
    throw unreadable(error)
  } finally {
    await document.loadingTask.destroy().catch(() => {})
  }
}

type Page = { getTextContent(): Promise<{ items: readonly object[] }> }

async function textOfPage(page: Page): Promise<string> {
  const { items } = await page.getTextContent()
  let text = ''
  for (const item of items) {
    const { str = '', hasEOL = false } = item as { str?: string; hasEOL?: boolean }
    text += hasEOL ? `${str}\n` : str
  }
  return text.replace(/[ \t]+\n/g, '\n').trim()
}

function remarksOn(pages: readonly string[], all: number): readonly string[] {
  return [
    ...(all > pages.length ? [`The first ${pages.length} of ${all} pages.`] : []),
    ...(pages.every((text) => text === '') ? ['No text in it: it may be scanned pictures of pages.'] : []),
  ]
}

function unreadable(cause: unknown): GyreError {
  const isLocked = cause instanceof Error && cause.name === 'PasswordException'
  const why = isLocked ? 'it is encrypted with a password' : 'the file is damaged'
  return new GyreError('page-refused', `The PDF cannot be read: ${why}.`, { cause })
}
