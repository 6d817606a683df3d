/** What reason meets in the crash tests. */
import { type Json, reason } from '@gyre/core'
import { fails, says } from '@gyre/core/testing'
import { lastText } from './effects.ts'
import { decides, json, rates } from './reason-runs.ts'
import type { Scenario } from './scenario.ts'

const allowedTools = ['look', 'put', 'send', 'break', 'tell']

type Drafted = { readonly id: string; readonly tool: string; readonly goal: string; readonly needs: readonly string[] }

const step = (tool: string, id: string, ...needs: readonly string[]): Drafted => ({
  id,
  tool,
  goal: `Tidy ${id}.`,
  needs,
})

const plan = (...steps: readonly Drafted[]) => json({ steps: steps as Json, working_memory: 'A plan was made.' })
const prepares = (name: string) => json({ input: { name }, working_memory: `Now ${name}.` })
const at = (nth: number, what: string) => `step#${nth}/reason-step/${what}#1`
const beside = (round: number, branch: number, what: string) => `round#${round}[${branch}]/${at(1, what)}`

/** A working memory that is worth compressing. */
const longMemory = 'The hall was looked at and found to be tidy. '.repeat(14)

export const reasonScenarios: readonly Scenario[] = [
  {
    name: 'reason in order, as the original',
    loop: reason,
    task: { goal: 'Tidy up.', messages: [{ role: 'user', parts: [{ type: 'text', text: 'before' }] }] },
    options: { config: { allowedTools, parallel: false, facts: false, showOutputs: false }, instructions: 'Be short.' },
    tools: ['look', 'put'],
    replies: {
      'plan#1': plan(step('look', 'hall'), step('put', 'cup')),
      [at(1, 'prepare')]: prepares('hall'),
      [at(1, 'evaluate')]: rates(4, { memory: 'The hall was seen.' }),
      [at(2, 'prepare')]: prepares('cup'),
      [at(2, 'evaluate')]: rates(5),
      'summarise#1': says('All is tidy.'),
    },
    end: { answer: 'All is tidy.', outcome: 'answered' },
  },
  {
    name: 'reason with steps side by side, one of which must not be repeated',
    loop: reason,
    task: 'Tidy up.',
    options: { config: { allowedTools } },
    tools: ['look', 'put', 'send'],
    replies: {
      'plan#1': plan(step('look', 'hall'), step('send', 'note'), step('put', 'cup', 'hall', 'note')),
      [beside(1, 0, 'prepare')]: prepares('hall'),
      [beside(1, 0, 'evaluate')]: rates(4, { facts: ['The hall is dusty.'], memory: 'The hall is dusty.' }),
      [beside(1, 1, 'prepare')]: prepares('note'),
      [beside(1, 1, 'evaluate')]: rates(5, { facts: ['The note is sent.'], memory: 'The note is sent.' }),
      [at(1, 'prepare')]: prepares('cup'),
      [at(1, 'evaluate')]: rates(4),
      'summarise#1': (request) => says(`Tidy [1][3], ${lastText(request).split('dusty').length - 1} mentions.`),
    },
    end: {
      answer: 'Tidy [1][3], 1 mentions.\n\nSources:\n[1] look {"name":"hall"}\n[3] put {"name":"cup"}',
      outcome: 'answered',
    },
  },
  {
    name: 'reason that asks and adjusts',
    loop: reason,
    task: 'Tidy up.',
    options: { config: { allowedTools } },
    answers: { 'ask#1': 'the attic' },
    tools: ['look', 'send'],
    replies: {
      'plan#1': plan(step('look', 'hall'), step('look', 'cellar', 'hall')),
      [at(1, 'prepare')]: prepares('hall'),
      [at(1, 'evaluate')]: rates(1),
      'decide#1': decides('ask_user', { question: 'Which room?' }),
      'plan#2': plan(step('look', 'attic')),
      [at(2, 'prepare')]: prepares('attic'),
      [at(2, 'evaluate')]: rates(3),
      'decide#2': decides('adjust', { new_plan: [step('send', 'note')] }),
      [at(3, 'prepare')]: prepares('note'),
      [at(3, 'evaluate')]: rates(4),
      'summarise#1': (request) => says(`Tidy: ${lastText(request).includes('[USER ANSWER] the attic')}.`),
    },
    end: { answer: 'Tidy: true.', outcome: 'answered' },
  },
  {
    name: 'reason that is not sure, and compresses its memory',
    loop: reason,
    task: 'Tidy up.',
    options: { config: { allowedTools, compressEvery: 1 } },
    tools: ['look'],
    replies: {
      'plan#1': plan(step('look', 'hall')),
      [at(1, 'prepare')]: prepares('hall'),
      [at(1, 'evaluate')]: rates(3, { memory: longMemory }),
      'decide#1': decides('done', { confidence: 0.5, missing: 'the door' }),
      'plan#2': json({ steps: [step('look', 'door'), step('look', 'roof', 'door')] as Json }),
      'compress#1': says('```\nThe hall is tidy.\n```'),
      [at(2, 'prepare')]: prepares('door'),
      [at(2, 'evaluate')]: rates(4, { memory: longMemory }),
      'compress#2': fails(new Error('out of order'), '{"compressed": "The h'),
      [at(3, 'prepare')]: prepares('roof'),
      [at(3, 'evaluate')]: rates(4),
      'summarise#1': says('All is tidy.'),
    },
    end: { answer: 'All is tidy.', outcome: 'answered' },
  },
  {
    name: 'reason with malformed replies, a tool that breaks and a judge that fails, until it is stuck',
    loop: reason,
    task: 'Tidy up.',
    options: { config: { allowedTools } },
    tools: ['look', 'break'],
    replies: {
      'plan#1': says('Let me think.'),
      'plan#2': plan(step('fly', 'hall')),
      'plan#3': json({
        plan: [
          { skill_name: 'look', query: 'hall' },
          { tool: 'break', description: 'Break it.' },
        ],
      }),
      [at(1, 'prepare')]: says('{"input": {"nam'),
      [`${at(1, 'prepare')}/repair#1`]: prepares('hall'),
      [at(1, 'evaluate')]: says('Very good.'),
      [`${at(1, 'evaluate')}/repair#1`]: says('Really.'),
      [at(2, 'prepare')]: prepares('vase'),
      'decide#1': says('{"action":"dance"}'),
      'decide#1/repair#1': decides('adjust', { new_plan: [] }),
      'decide#2': decides('adjust', { new_plan: [step('break', 'cup')] }),
      [at(3, 'prepare')]: prepares('cup'),
    },
    end: { answer: 'saw hall', outcome: 'stuck:failures' },
  },
  {
    name: 'reason that is approved, runs out of iterations and is remembered',
    loop: reason,
    task: 'Tidy up.',
    options: { config: { allowedTools, maxIterations: 1, approve: true } },
    answers: { 'approve#1': 'yes' },
    tools: ['tell', 'look'],
    remembers: {},
    replies: {
      'plan#1': plan(step('tell', 'story'), step('look', 'hall', 'story')),
      [at(1, 'prepare')]: prepares('once'),
      [at(1, 'evaluate')]: rates(4),
      'summarise#1': says('Half of it is tidy.'),
    },
    end: { answer: 'Half of it is tidy.', outcome: 'limit:turns' },
  },
  {
    name: 'reason that runs out of calls in a step',
    loop: reason,
    task: 'Tidy up.',
    options: { config: { allowedTools }, budget: { modelCalls: 5 } },
    tools: ['look', 'send'],
    replies: {
      'plan#1': plan(step('look', 'hall'), step('send', 'note', 'hall')),
      [at(1, 'prepare')]: prepares('hall'),
      [at(1, 'evaluate')]: rates(4, { facts: ['The hall is tidy.'] }),
      [at(2, 'prepare')]: prepares('note'),
      'summarise#1': (request) => {
        const shown = lastText(request)
        return says(`So far: ${shown.includes('- The hall is tidy. (step hall') && shown.includes('Nobody judged it')}`)
      },
    },
    end: { answer: 'So far: true', outcome: 'limit:calls' },
  },
  {
    name: 'reason whose steps side by side may call no tool any more',
    loop: reason,
    task: 'Tidy up.',
    options: { config: { allowedTools }, budget: { toolCalls: 1 } },
    tools: ['look', 'send', 'put'],
    replies: {
      'plan#1': plan(step('look', 'hall'), step('send', 'note', 'hall'), step('put', 'cup', 'hall')),
      [at(1, 'prepare')]: prepares('hall'),
      [at(1, 'evaluate')]: rates(4, { memory: 'The hall is tidy.' }),
      [beside(1, 0, 'prepare')]: prepares('note'),
      [beside(1, 1, 'prepare')]: prepares('cup'),
      'summarise#1': (request) => says(`Seen [1], left ${lastText(request).split('after hall').length - 1}.`),
    },
    end: { answer: 'Seen [1], left 2.\n\nSources:\n[1] look {"name":"hall"}', outcome: 'limit:tools' },
  },
  {
    name: 'reason whose steps side by side want the same, which must not be repeated',
    loop: reason,
    task: 'Tidy up.',
    options: { config: { allowedTools } },
    tools: ['look', 'send'],
    replies: {
      'plan#1': plan(step('send', 'note'), step('look', 'hall'), step('send', 'letter')),
      [beside(1, 0, 'prepare')]: prepares('note'),
      [beside(1, 0, 'evaluate')]: rates(4),
      'round#1[0]/step#2/reason-step/prepare#1': prepares('note'),
      [beside(1, 1, 'prepare')]: prepares('hall'),
      [beside(1, 1, 'evaluate')]: rates(4),
      'decide#1': decides('done', { missing: 'the letter' }),
      'summarise#1': says('The note is sent.'),
    },
    end: { answer: 'The note is sent.', outcome: 'answered' },
  },
]
