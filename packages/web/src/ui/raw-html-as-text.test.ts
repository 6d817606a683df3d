import { describe, expect, it } from 'vitest'
import rawHtmlAsText from './raw-html-as-text.ts'

describe('HTML inside Markdown', () => {
  it('is text, however deep it lies', () => {
    const tree = {
      type: 'root',
      children: [
        { type: 'element', children: [{ type: 'raw', value: '<img src=x onerror=alert(1)>' }] },
        { type: 'text', value: 'safe' },
      ],
    }
    rawHtmlAsText()(tree)
    expect(tree.children.map((child) => ('children' in child ? child.children : child))).toEqual([
      [{ type: 'text', value: '<img src=x onerror=alert(1)>' }],
      { type: 'text', value: 'safe' },
    ])
  })
})
