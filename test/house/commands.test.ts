import { describe, expect, it } from 'vitest'
import { readCommandLine } from '../../packages/gyre/src/cli/command-line.ts'
import { commandGroups } from '../../packages/gyre/src/cli/commands.ts'
import { blocksOf, pages, read } from './repository.ts'

const commands = commandGroups.flatMap((group) => group.commands)
const names = commands.flatMap(({ name, aliases = [] }) => [name, ...aliases])
const firstWords = new Set(names.map((name) => name.split(' ')[0] ?? ''))

/** Ways to start the command: installed, in a clone, in a container. */
const starts = /^(?:\w+=\S* )*(?:npx )?(?:gyre|npm start(?: --)?|docker compose .*? server)(?: +|$)/

type Typed = { readonly at: string; readonly text: string }

/** Lines of blocks that are typed into a shell, one for each command. */
const typedLines: readonly Typed[] = pages.flatMap((page) =>
  blocksOf(page)
    .filter(({ language }) => ['', 'sh', 'bash', 'console'].includes(language))
    .flatMap(({ line, text }) =>
      text
        .replaceAll('\\\n', ' ')
        .split('\n')
        .flatMap((each) => each.replace(/ # .*$/, '').split(/ && | \| /))
        .filter((each) => starts.test(each.trim()))
        .map((each) => ({ at: `${page}:${line}`, text: each.trim() })),
    ),
)

/** Commands in running text; those that stand for several are left out. */
const saidLines: readonly Typed[] = pages.flatMap((page) =>
  [
    ...read(page)
      .replaceAll(/^```[\s\S]*?^```$/gm, '')
      .matchAll(/`((?:gyre|npm start --) [^`]+)`/g),
  ]
    .map(([, text = '']) => ({ at: page, text }))
    .filter(({ text }) => !/…|ARGS|COMMAND|\|/.test(text)),
)

/** The words of a line, as a shell tells them apart. */
function words(line: string): readonly string[] {
  const rest = line.replace(starts, '').replace(/(?: [<>]+ ?\S+)+$/, '')
  return [...rest.matchAll(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g)].map(([word]) => word.replaceAll(/['"]/g, ''))
}

function faultOf({ at, text }: Typed): string | undefined {
  const typed = words(text)
  try {
    const invocation = readCommandLine(typed, commands)
    // A bare goal is a question in quotes; a word alone was meant to be a command.
    const isGoal = typed.length === 0 || firstWords.has(typed[0] ?? '') || typed.some((word) => /\s|^-/.test(word))
    return isGoal || invocation.kind === 'help' ? undefined : `${at}: \`${text}\` is no command`
  } catch (error) {
    return `${at}: \`${text}\`: ${(error as Error).message}`
  }
}

describe('the commands people read', () => {
  it('are there, with their options, in every block', () => {
    expect(typedLines.length).toBeGreaterThan(20)
    expect(typedLines.map(faultOf).filter((fault) => fault !== undefined)).toEqual([])
  })

  it('are there, with their options, in running text', () => {
    expect(saidLines.length).toBeGreaterThan(50)
    // A command may be spoken of by its name, without what it needs.
    const faults = saidLines.map(faultOf).filter((fault) => fault !== undefined && !/` needs /.test(fault))
    expect(faults).toEqual([])
  })

  it.each([
    ['gyre runn', 'runn'],
    ['gyre run --budgit modelCalls=5 "x"', 'budgit'],
    ['npm start -- knowledge ad docs/', 'ad'],
    ['gyre frobnicate', 'is no command'],
  ])('are told on when they are not: %s', (text, fault) => {
    expect(faultOf({ at: 'made-up.md', text })).toContain(fault)
  })
})
