import { describe, expect, it } from 'vitest'
import { assistant } from '../../packages/core/src/messages.ts'
import { countVotes } from '../../packages/core/src/parsing/answer-votes.ts'
import { checksOf, claimsGrammarFor } from '../../packages/core/src/parsing/claim-checks.ts'
import { claimsGrammar } from '../../packages/core/src/parsing/claims.ts'
import { finalAnswerGrammar } from '../../packages/core/src/parsing/final-answer-grammar.ts'
import { forcedAnswerGrammar } from '../../packages/core/src/parsing/forced-answer.ts'
import { gapReportGrammar } from '../../packages/core/src/parsing/gap-report.ts'
import { readBulletLines, readNumberedLines } from '../../packages/core/src/parsing/numbered-lines.ts'
import { reactGrammar } from '../../packages/core/src/parsing/react-grammar.ts'
import { readReplanRequest } from '../../packages/core/src/parsing/replan-request.ts'
import { scoreGrammar } from '../../packages/core/src/parsing/score.ts'
import { selfAskGrammar } from '../../packages/core/src/parsing/self-ask-grammar.ts'
import { applyEdits, spansOf } from '../../packages/core/src/parsing/span-edits.ts'
import { thoughtGrammar } from '../../packages/core/src/parsing/thought.ts'
import { readCheck, verdictGrammar } from '../../packages/core/src/parsing/verdict.ts'
import { malformedReplyTools as tools } from '../fixtures/malformed-replies/load.ts'

/** Long enough that reading it in more than one pass takes minutes, short enough for a test of each. */
const longest = 100_000

/** What stands before, what is repeated, what stands behind. */
const families: readonly (readonly [string, string, string])[] = [
  ...[' ', ' \n', '\t', '\n', '**', '_', '`', '"', "'", '“', '[[', '{', '{"', '(', '.', '-', '#', '\u0000', 'é', '漢'],
  ...['- ', '1. ', '1. a\n', '```\n', 'a ', '7,', '1,000', ': \n', 'a:\nThought: b\n', '{"question":"a"},'],
  ...['Follow up: ', 'Follow up: a?\n', 'Tool: search\n', 'Tool: search\nTool Input: {"a\n', 'follow_up("a")\n'],
  ...['So the final answer is: ', 'so the final answer is ', 'Intermediate answer: a\n', '{"question":"a"}\n'],
  ...['CLAIM:\n', 'CLAIM: zzz\nTOOL: search\nTOOL INPUT: {\n', 'CLAIM: "a\n', 'TOOL: none\n', 'VERIFIED '],
  ...['THOUGHT:\n', 'ANSWER: a\n', 'a\nANSWER:\nTHOUGHT:\n', 'FINAL ', 'SCORE: 7\n', 'SCORE (', '"score":'],
  ...[
    '> ',
    '> a\n',
    '```a\n',
    'a: ```\n',
    'a:\n```\n',
    '~~~\n',
    'Thought: a\n```\n',
    'FINAL_ANSWER: a\n',
    ' FINAL_ANSWER:',
    '- ```\n',
    'a ```\nAction: search\n```\n',
    '```\n<function=a><parameter=b>\n```\na\n',
    '<|im_end|>\n',
  ],
  ...[
    '<tool_call>',
    '<tool_call>a\n',
    '<function=search>',
    '<function=search><parameter=query>',
    '<parameter=query>a</parameter>',
  ],
  ...[
    '<invoke name="search"></invoke>',
    '<|python_tag|>{"',
    '<｜tool▁call▁begin｜>search',
    '<｜tool▁sep｜>',
    ' to=search',
    '</function>\n',
  ],
  ...[
    '<|channel|>',
    '<|channel|>analysis<|message|>a<|end|>',
    '<|start|>assistant',
    '```tool_code\n',
    'search(',
    'search(query="a");',
    'search(a)\n',
  ],
  ...['Action: Ann calls.\n', 'a\nAction: b\nObservation: c\n', 'Confidence: ', 'Confidence: 9'],
  ...['SATISFACTORY\n', 'VERDICT: ', 'REASON: a\n', 'REPLAN: a\n', 'Step 1: a\n', '\\boxed{', '\\boxed{a}'],
].map((piece) => ['', piece, ''] as const)

const framed: typeof families = [
  ['x', ' ', 'x'],
  ['x', '\n', 'x'],
  ['CLAIM: Oslo\nTOOL: ', '`', 'x'],
  ['CLAIM: Oslo\nTOOL: ', ' _`', 'none'],
  ['CLAIM: Oslo\nTOOL: search\nTOOL INPUT: ', '{"', ''],
  ['CLAIM: "', 'a"', '\nTOOL: search\n'],
  ['SATISFACTORY\n', '*', 'x'],
  ['SATISFACTORY\n', '#>- \n', ''],
  ['SCORE: 7', '.,', 'x'],
  ['So the final answer is: ', 'a:\nThought: b\n\n', ''],
  ['Tool: search(', 'a)', '\n'],
  ['Tool: search\nTool Input: {"query":"', '\nFollow up: b? ', '"}'],
  ['Follow up:\n', '- a?\n', ''],
  ['REPLAN: a\n', '```\n', 'x'],
  ['1. a\n', '  b\n', ''],
  ['\\boxed{', 'a{', '}'],
  ['<function=search>', '<parameter=query>a</parameter>', '</function>'],
  ['<function=search><parameter=query>', '</', ''],
  ['<tool_call>search', '<arg_key>query</arg_key><arg_value>', ''],
  ['<|channel|>final<|message|>', '<|', ''],
  ['search(', 'query="a",', ')'],
  ['search(query=', 'a ', ')'],
  ['FINAL_ANSWER: a\n', 'Action: b\nObservation: c\n', ''],
]

const draft = 'Oslo is the capital of Norway. It has 700,000 people.'

/** Every reader, and every writer that takes a reply. */
function readAll(text: string): readonly unknown[] {
  const grammars = [
    selfAskGrammar,
    verdictGrammar,
    claimsGrammar,
    claimsGrammarFor(draft),
    thoughtGrammar,
    gapReportGrammar,
  ]
  const question = { type: 'tool-call', id: '1', tool: 'follow_up', input: { question: text } } as const
  return [
    ...[...grammars, scoreGrammar, forcedAnswerGrammar, reactGrammar].map((grammar) => grammar.parse(text, tools)),
    reactGrammar.parse(text, tools, false),
    finalAnswerGrammar.parse(text, tools),
    selfAskGrammar.render(assistant([{ type: 'text', text }, question])),
    readCheck(text),
    readNumberedLines(text),
    readBulletLines(text),
    readReplanRequest(text) ?? 'none',
    countVotes([text, 'x']),
    checksOf(text, [{ claim: text, tool: text, input: text }], tools),
    applyEdits(text, [{ claim: text.slice(0, 500), replacement: 'x' }]),
    spansOf(draft, text),
  ]
}

describe('a long reply', () => {
  it.each([...families, ...framed])(
    'of %j, then %j again and again, then %j is read in one pass',
    (head, piece, tail) => {
      const text = head + piece.repeat(Math.ceil(longest / piece.length)) + tail
      expect(readAll(text).every((read) => typeof read === 'object' || read === 'none')).toBe(true)
    },
  )
})
