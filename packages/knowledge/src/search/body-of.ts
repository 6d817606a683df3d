/** A chunk without the headings it begins with, where they are shown above it anyway. */
import { headingOf, plainTitle, underlineLevel } from '@gyre/core/text'

/** The text as it is when there is nothing else in it. */
export function bodyOf(text: string, headings: readonly string[]): string {
  const isShown = (title: string | undefined) => title !== undefined && headings.includes(title)
  let body = text.trimStart()
  for (;;) {
    const [line = '', next = ''] = body.split('\n', 2)
    const isUnderlined = underlineLevel(next) !== undefined
    if (!isShown(headingOf(line)?.title) && !(isUnderlined && isShown(plainTitle(line)))) break
    body = body.slice(line.length + (isUnderlined ? next.length + 1 : 0)).trimStart()
  }
  return body === '' ? text : body
}
