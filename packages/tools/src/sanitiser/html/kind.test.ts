import { describe, expect, it } from 'vitest'
import { kindOf } from './kind.ts'

describe('whether a text is HTML', () => {
  it.each([
    ['a comparison', 'a < b and c > d'],
    ['a comparison without spaces', 'if (a<b && c>d) swap()'],
    ['something like a tag in a comparison', 'x <b and c> y, p <i = 3> q'],
    ['a heart', 'I <3 you'],
    ['generics', 'Map<string, Array<number>> and Promise<void>'],
    ['generics named like elements', 'List<a> and Pair<b, i> and Foo<p>'],
    ['type parameters', 'function id<T>(x: T): T'],
    ['blanks to fill in', 'cp <source> <target> -m <title>'],
    ['blanks named like elements', 'git commit <code> <b> <link>'],
    ['an arrow', 'a <- b <-- c --> d'],
    ['an e-mail address', 'Ann <ann@corp.example> wrote'],
    ['an address', 'see <https://example.com/a>'],
    ['XML', '<order><id>5</id><title>Tea</title></order>'],
    ['XML with tags that HTML has, too', '<book><p>x</p><author>a</author><isbn>1</isbn></book>'],
    ['XML with its first line', '<?xml version="1.0"?><p>x</p>'],
    ['a feed', '<rss><channel><title>x</title></channel></rss>'],
    ['a drawing', '<svg><text>x</text><a href="y">z</a></svg>'],
    ['JSON', '{"body": "<p>Hello</p>"}'],
    ['a list in JSON', ' [{"a": "<b>x</b>"}] '],
    ['a component', 'return <ul className="x">{items.map((i) => <li>{i}</li>)}</ul>'],
    ['a template', '<ul>{% for i in x %}<li>{{ i }}</li>{% endfor %}</ul>'],
    ['source code with tags in it', 'const a = 1;\nconst b = "<b>x</b>";\nfunction c() {\n  return a;\n}\n'],
    ['tags in Markdown code', 'Write `<b>x</b>` or\n\n```html\n<p>y</p>\n<html></html>\n```\n'],
    ['a tag nobody closes', 'I wrote <div hidden> and the rest was gone'],
    ['a comment nobody closes', 'a <!-- b'],
    ['tags of a model', '<tool_result>x</tool_result> <system>y</system>'],
    ['the beginning of a page, talked about', 'A page begins with <html> and a <body>.'],
  ])('%s is text', (_, text) => {
    expect(kindOf(text)).toEqual({ is: 'text' })
  })

  it.each([
    ['a page', '<!DOCTYPE html><html><body>x</body></html>'],
    ['a page without a type', '<html lang="en"><p>x'],
    ['a page after a comment', '<!-- a --> <!-- b -->\n<!doctype html>\n<p>x'],
    ['XHTML', '<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "x"><html></html>'],
    [
      'a page after its headers',
      'HTTP/1.1 200 OK\ncontent-type: text/html\n\n<!doctype html>\n<html><body>x</body></html>',
    ],
    ['a body', '<body><p>x</p></body>'],
    ['a part of a page', '<p>Hello</p>\n<ul><li>x</li></ul>'],
    ['a table', '  <table><tr><td>1</td></tr></table>\n'],
    ['a part of a page with a script', '<div>x</div>\n<script>\nconst a = 1;\nconst b = 2;\n</script>'],
    ['words of a page with elements of its own', '<div><my-menu>x</my-menu><p>y</p><p>z</p></div>'],
  ])('%s is HTML', (_, text) => {
    expect(kindOf(text)).toEqual({ is: 'html' })
  })

  it.each([
    ['a word in bold', 'Hello <b>world</b>!', [6, 14]],
    ['a line break', 'one<br>two', [3]],
    ['a picture', 'a <img src="x.png"> b', [2]],
    ['a comment', 'a <!-- b --> c', [2]],
    ['tags beside blanks', 'cp <source> <b>now</b>', [12, 18]],
    ['tags beside code', '`<i>x</i>` and <i>y</i>', [15, 19]],
    [
      'Markdown with a picture on top',
      '<p align="center"><img src="x"></p>\n\n# Title\n\n- a <b>b</b>',
      [0, 18, 31, 50, 54],
    ],
  ])('%s makes it a text with tags', (_, text, tags) => {
    expect(kindOf(text)).toEqual({ is: 'mixed', tags })
  })
})
