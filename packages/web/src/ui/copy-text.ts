import { tell } from './toasts.tsx'

/** Puts a text on the clipboard, and says so. A browser gives no clipboard to a page that came without TLS. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    tell('Copied')
  } catch {
    tell('This browser does not let the page copy. Select the text and copy it by hand.')
  }
}
