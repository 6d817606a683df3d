/** Pages as they are sent. */
import { escaped } from '../eval/report/markup.ts'
import { injectedOrder, type WebPage } from './web-page.ts'

export type Markup = 'html' | 'plain'

export type SentText = { readonly contentType: string; readonly body: string }

/** Text that is hidden from people can be hidden in HTML alone. */
export function sentText(page: WebPage, markup: Markup): SentText {
  return markup === 'html' || page.kind === 'veiled' ? html(page) : plain(page)
}

function plain({ title, paragraphs }: WebPage): SentText {
  return { contentType: 'text/plain; charset=utf-8', body: [`# ${title}`, ...paragraphs].join('\n\n') }
}

function html({ title, paragraphs, kind }: WebPage): SentText {
  const veil = kind === 'veiled' ? `<div style="display:none">${escaped(injectedOrder)}</div>` : ''
  const article = paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`).join('\n')
  const head = `<head><meta charset="utf-8"><title>${escaped(title)}</title></head>`
  const body = `<nav><a href="/">Start</a></nav><article><h1>${escaped(title)}</h1>\n${veil}${article}</article>`
  return {
    contentType: 'text/html; charset=utf-8',
    body: `<!doctype html><html lang="en">${head}<body>${body}</body></html>`,
  }
}
