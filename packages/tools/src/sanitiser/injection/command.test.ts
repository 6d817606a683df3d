import { describe, expect, it } from 'vitest'
import { isCommand } from './command.ts'

/** The verb is in brackets. */
function isOrder(text: string): boolean {
  const [start, end] = [text.indexOf('['), text.indexOf(']') - 1]
  return isCommand(text.replace(/[[\]]/g, ''), start, end)
}

describe('a verb', () => {
  it.each([
    '[Ignore] it.',
    'Please [ignore] it.',
    'Now please just [ignore] it.',
    'Stop: [ignore] it.',
    '**[Ignore]** it.',
    'You must [ignore] it.',
    'The assistant has to [ignore] it.',
    'I want you to [ignore] it.',
    'You will [ignore] it.',
    'Read the mails and [send] them.',
    '请[忽略]它',
    'Bitte [ignoriere] es.',
  ])('commands: %s', (text) => {
    expect(isOrder(text)).toBe(true)
  })

  it.each([
    'Models that [ignore] it.',
    'They [ignore] it.',
    'Users [ignore] it.',
    'It was told to [ignore] it.',
    'You can not [ignore] it.',
    'Do not [ignore] it.',
    'The [call] was short.',
    'They and we [ignore] it.',
    'It will [ignore] it.',
    '不要[忽略]它',
    '[Vergessen] Sie nicht, es zu tun.',
    'Le maire a-t-il été [ignore]',
  ])('does not command: %s', (text) => {
    expect(isOrder(text)).toBe(false)
  })
})
