import { describe, expect, it } from 'vitest'
import { readCommandLine } from './command-line.ts'

describe('the command line', () => {
  it('runs a goal, with or without the word for it', () => {
    const run = { command: 'run', goal: 'What is 2 + 2?', loop: 'react', isJson: false, data: undefined }
    expect(readCommandLine(['What is 2 + 2?'])).toEqual(run)
    expect(readCommandLine(['run', 'What', 'is', '2 + 2?'])).toEqual(run)
    expect(readCommandLine(['run', '-l', 'cot', '--json', '--data', 'here', 'Why?'])).toEqual({
      command: 'run',
      goal: 'Why?',
      loop: 'cot',
      isJson: true,
      data: 'here',
    })
  })

  it.each([[], ['help'], ['--help'], ['-h', 'run', 'x']])('shows help for %j %j %j', (...args) => {
    expect(readCommandLine(args)).toEqual({ command: 'help' })
  })

  it('takes a goal that begins with the word help for a goal', () => {
    expect(readCommandLine(['help', 'me'])).toMatchObject({ command: 'run', goal: 'help me' })
  })

  it.each([
    [['run'], '`gyre run` needs a goal'],
    [['run', ' '], '`gyre run` needs a goal'],
    [['loops', 'react'], '`gyre loops` takes no `react`'],
    [['--fast', 'x'], "Unknown option '--fast'"],
  ])('refuses %j', (args, says) => {
    const read = () => readCommandLine(args)
    expect(read).toThrow(
      expect.objectContaining({ code: 'usage-invalid', message: expect.stringContaining(says) as string }),
    )
  })
})
