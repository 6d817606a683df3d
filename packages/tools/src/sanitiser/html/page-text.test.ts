import fc from 'fast-check'
import { Tokenizer } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { kindOf } from './kind.ts'
import { type PageText, pageText } from './page-text.ts'

const isSuspicious = (text: string) => text.includes('EVIL')

function read(html: string): PageText {
  const kind = kindOf(html)
  return pageText(Tokenizer, { html, kind: kind.is === 'text' ? { is: 'html' } : kind, isSuspicious })
}

describe('a page as text', () => {
  it.each([
    ['paragraphs', '<p>a\n b</p><p>c</p>', 'a b\n\nc'],
    ['headings', '<h1>A</h1>b<h3>C</h3>', '# A\n\nb\n\n### C'],
    ['the title', '<html><head><title>T</title></head><body>x</body></html>', 'T\n\nx'],
    ['lists', '<ul><li>a<li>b<ul><li>c</ul></ul>', '- a\n- b\n  - c'],
    ['numbered lists', '<ol><li>a</li><li>b</li></ol>', '1. a\n2. b'],
    ['paragraphs in a list', '<ul><li><p>a</p><p>b</p></li></ul>', '- a\n\n  b'],
    ['tables', '<table><tr><th>A<th>B<tr><td>1</td><td> 2 </td></tr></table>', 'A | B\n1 | 2'],
    [
      'links',
      '<p>see <a href="https://x.example/a b">the <b>page</b></a>.</p>',
      'see the page (https://x.example/ab).',
    ],
    ['links that say their address', '<p><a href="https://x.example">https://x.example</a></p>', 'https://x.example'],
    ['links that lead nowhere', '<p><a href="#top">up</a> <a href="javascript:x()">y</a> <a href="z"></a></p>', 'up y'],
    ['pictures', '<p>a <img src="x" alt=" A rose "> b <img src="y" alt=""></p>', 'a [image: A rose] b'],
    ['code', '<p>run <code>a &lt; b</code> now</p>', 'run `a < b` now'],
    ['blocks of code', '<pre>a\n  b <b>c</b>\n</pre><p>d</p>', '```\na\n  b c\n```\n\nd'],
    ['quotations', '<blockquote><p>a</p><p>b</p></blockquote>c', '> a\n\n> b\n\nc'],
    ['breaks and rules', '<p>a<br>b<br><br>c</p><hr><p>d</p>', 'a\nb\n\nc\n\n---\n\nd'],
    ['entities', '<p>&eacute; &amp; &#x1F600; &nbsp;x</p>', 'é & 😀 \u00a0x'],
    ['words side by side', '<div>a</div><div>b</div><span>c</span><span>d</span>', 'a\nb\ncd'],
    [
      'forms',
      '<form><label>Name</label> <textarea>x</textarea><select><option>1<option>2</select></form>',
      'Name\nx\n1\n2',
    ],
    ['details', '<details><summary>More</summary>text</details>', 'More\ntext'],
    ['bad nesting', '<div><p><b>a<i>b</b>c</i></p></span>d</div>', 'abc\n\nd'],
  ])('has %s', (_, html, text) => {
    expect(read(html)).toEqual({ text, hidden: 0, marks: [] })
  })

  it.each([
    ['script', '<script>EVIL</script>'],
    ['style', '<style>/* EVIL */</style>'],
    ['template', '<template><p>EVIL</p></template>'],
    ['noscript', '<noscript>EVIL</noscript>'],
    ['comment', '<!-- EVIL -->'],
    ['instruction', '<?php EVIL ?>'],
    ['hidden attribute', '<p hidden>EVIL</p>'],
    ['aria-hidden', '<p aria-hidden="TRUE">EVIL</p>'],
    ['dialog that is not open', '<dialog>EVIL</dialog>'],
    ['frame', '<iframe>EVIL</iframe>'],
    ['title of a drawing', '<svg><title>EVIL</title></svg>'],
    ['display', '<p style="DISPLAY : none !important">EVIL</p>'],
    ['visibility', '<p style="visibility:hidden">EVIL</p>'],
    ['opacity', '<p style="opacity:0.01">EVIL</p>'],
    ['size of letters', '<p style="font-size:0">EVIL</p>'],
    ['height', '<p style="max-height:0;overflow:hidden">EVIL</p>'],
    ['position', '<p style="position:absolute;top:-9999px">EVIL</p>'],
    ['indent', '<p style="text-indent:-9999px">EVIL</p>'],
    ['transform', '<p style="transform: scale(0)">EVIL</p>'],
    ['clip', '<p style="clip: rect(0, 0, 0, 0)">EVIL</p>'],
    ['clip path', '<p style="clip-path: inset(100%)">EVIL</p>'],
    ['white on white', '<p style="color:#FFF;background:#fefefe">EVIL</p>'],
    ['white on the page', '<p style="color:rgb(255, 255, 255)">EVIL</p>'],
    ['old colours', '<table bgcolor="#000"><tr><td><font color="black">EVIL</font></td></tr></table>'],
    ['no colour at all', '<p style="color:transparent">EVIL</p>'],
    ['nothing of a colour', '<p style="color:rgba(0,0,0,0)">EVIL</p>'],
    ['words of Outlook', '<p style="mso-hide:all">EVIL</p>'],
    ['many elements', '<div hidden><p>EV<b>IL</b></p><!-- x --><p>EVIL</p></div>'],
    ['element inside one that shows', '<div><p><b style="display:none">EVIL</b></p></div>'],
  ])('leaves out what is hidden by its %s, and marks the place', (_, html) => {
    expect(read(`<p>a</p>${html}<p>b</p>`)).toEqual({ text: 'a\n\nb', hidden: 1, marks: [1] })
  })

  it.each([
    ['a picture', '<img src="x" alt="EVIL things here">'],
    ['a tooltip', '<b title="EVIL things here"></b>'],
    ['a label', '<b aria-label="EVIL things here"></b>'],
    ['a frame', '<iframe srcdoc="EVIL things here"></iframe>'],
    ['the page', '<meta name="description" content="EVIL things here">'],
  ])('does not show a suspicious description of %s, and marks the place', (_, html) => {
    expect(read(`<p>a</p>${html}<p>b</p>`)).toEqual({ text: 'a\n\nb', hidden: 1, marks: [1] })
  })

  it.each([
    ['a page that leaves by itself', '<meta http-equiv="refresh" content="0;url=https://x.example">'],
    ['a frame that nobody sees', '<iframe src="https://x.example" width="0" height="0"></iframe>'],
    ['hidden words that are harmless', '<p hidden>x</p>'],
  ])('counts %s', (_, html) => {
    expect(read(`<p>a</p>${html}<p>b</p>`)).toEqual({ text: 'a\n\nb', hidden: 1, marks: [] })
  })

  it.each([
    ['white on black', '<div style="background:#000"><p style="color:white">x</p></div>'],
    ['white on a picture', '<div style="background:url(a.png)"><p style="color:white">x</p></div>'],
    ['white on who knows what', '<html><link rel="stylesheet" href="a.css"><p style="color:white">x</p></html>'],
    ['small letters', '<p style="font-size:9px">x</p>'],
    ['letters of a size again', '<ul style="font-size:0"><li style="font-size:16px">x</li></ul>'],
    ['what is visible again', '<p style="visibility:hidden"><b style="visibility:visible">x</b></p>'],
    ['what is nearly opaque', '<p style="opacity:0.9">x</p>'],
    ['what is moved a little', '<p style="position:relative;left:-4px;text-indent:-1em">x</p>'],
    ['what is moved nowhere', '<p style="left:-9999px">x</p>'],
    ['a dialog that is open', '<dialog open>x</dialog>'],
    ['rules for printers', '<style>@media print { p { display: none } }</style><p>x</p>'],
    ['a stronger rule', '<style>.t{display:none} .t.on{display:block}</style><p class="t on">x</p>'],
    ['a stronger rule that comes first', '<style>.t.on{display:block} .t{display:none}</style><p class="t on">x</p>'],
    ['a rule for others', '<style>div p, #a, .b.c {display:none}</style><p class="b" id="d">x</p>'],
  ])('shows %s', (_, html) => {
    expect(read(html).text).toMatch(/x$/)
  })

  it.each([
    ['a class', '<style>.n { display:none }</style><p class="m n">EVIL</p>'],
    ['a name', '<style>#n{visibility:hidden}</style><p id="n">EVIL</p>'],
    ['an element', '<style>aside, p.x { font-size: 0 }</style><aside>EVIL</aside>'],
    ['a sheet that comes later', '<p class="n">EVIL</p><style>/* x */ .n { opacity: 0 }</style>'],
  ])('hides by a rule for %s', (_, html) => {
    const { text, marks } = read(html)
    expect([text, marks]).toEqual(['', [0]])
  })
})

it('does not count what is hidden but empty', () => {
  expect(read('<p>a</p><p hidden> \n </p><!-- --><script></script>')).toEqual({ text: 'a', hidden: 0, marks: [] })
})

describe('a text with some tags', () => {
  it.each([
    ['emphasis', 'Hello <b>world</b>,\n  how are you?', 'Hello world,\n  how are you?'],
    ['breaks', 'one<br>two<br/>\nthree', 'one\ntwo\nthree'],
    ['blocks', 'one<p>two</p>three', 'one\n\ntwo\n\nthree'],
    ['a comment', 'a | b <!-- x --> | c\n- d', 'a | b  | c\n- d'],
    ['entities and blanks as they are', 'a &amp; <b>b</b> cp <source> <target>', 'a &amp; b cp <source> <target>'],
    ['code as it is', '`<b>x</b>` and <b>y</b>', '`<b>x</b>` and y'],
    [
      'Markdown as it is',
      '<p align="center">Kit</p>\n\n# Title\n\n- a\n- b <b>c</b>\n',
      'Kit\n\n# Title\n\n- a\n- b c\n',
    ],
  ])('keeps its lines: %s', (_, before, after) => {
    expect(read(before).text).toBe(after)
  })
})

describe('any page', () => {
  const piece = fc.constantFrom(
    ...[
      '<p>',
      '</p>',
      '<div>',
      '</div>',
      '<ul>',
      '<li>',
      '</ul>',
      '<ol>',
      '<b>',
      '</b>',
      '<table>',
      '<tr>',
      '<td>',
      '</table>',
      '<pre>',
    ],
    ...[
      '</pre>',
      '<code>',
      '</code>',
      '<a href=x>',
      '</a>',
      '<br>',
      '<hr>',
      '<h2>',
      '</h2>',
      '<blockquote>',
      '</blockquote>',
      'one',
      'two',
      ' ',
      '\n',
    ],
  )

  it('keeps every word, and no tag', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const { text } = read(`<html>${pieces.join('')}</html>`)
        const count = (word: string) => pieces.filter((each) => each === word).length
        expect(text.split('one').length - 1).toBe(count('one'))
        expect(text.split('two').length - 1).toBe(count('two'))
        expect(text).not.toMatch(/<[a-z/]/)
        expect(text).not.toMatch(/^\n/)
      }),
      { numRuns: 1000 },
    )
  })
})
