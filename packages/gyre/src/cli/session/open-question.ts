/** The question a person means, found before an answer is sent: a wrong one would be rejected only later. */
import { GyreError, type Question, type Runtime } from '@gyre/core'
import { oneLine } from '../terminal/one-line.ts'
import { chosen, isApproval, isYesOrNo } from './ask-person.ts'
import { answerCommands } from './session-report.ts'

type Asked = { readonly id: string; readonly runtime: Runtime }

export type OpenQuestion = {
  /** Its path. */
  readonly question: string
  /** A choice by its number or the beginning of it; any text where there are no choices. */
  readonly readChoice: (text: string) => string
  /** Whether a loop asks for yes or no: leave that is given or refused is an answer then. */
  readonly isYesOrNo: boolean
}

/** The open question at this path, or the only one there is. */
export async function openQuestion(
  { id, runtime }: Asked,
  command: string,
  path: string | undefined,
): Promise<OpenQuestion> {
  const questions = [...(await runtime.read(id)).view.questions.values()]
  const named = path === undefined ? questions : questions.filter((each) => each.path === path)
  const [question] = named
  if (!question) throw nothingAsked(id, path, questions)
  if (named.length > 1) throw severalAsked(id, questions)
  refuseMisfit(id, command, question, questions.length > 1)
  const { choices } = question
  const readChoice = (text: string) => (choices ? oneOf(choices, text) : text)
  return { question: question.path, readChoice, isYesOrNo: isYesOrNo(question) }
}

function oneOf(choices: readonly string[], text: string): string {
  const choice = chosen(choices, text.trim())
  if (choice !== undefined) return choice
  const listedChoices = choices.map((each, at) => `  ${at + 1}  ${oneLine(each)}`).join('\n')
  throw new GyreError('usage-invalid', `\`${text}\` is none of the choices, or several:\n${listedChoices}`)
}

function nothingAsked(id: string, path: string | undefined, open: readonly Question[]): GyreError {
  if (open.length > 0) return new GyreError('usage-invalid', `\`${path}\` asks nothing.\n${listed(id, open)}`)
  return new GyreError('usage-invalid', `Session \`${id}\` asks nothing now. \`gyre inbox\` lists what waits for you.`)
}

function severalAsked(id: string, open: readonly Question[]): GyreError {
  return new GyreError('usage-invalid', `${open.length} questions are open. Name one:\n${listed(id, open)}`)
}

function listed(id: string, open: readonly Question[]): string {
  return open
    .flatMap((each) => [
      `  ${oneLine(each.question)}`,
      ...answerCommands(id, each, true).map((line) => `      ${line}`),
    ])
    .join('\n')
}

function refuseMisfit(id: string, command: string, question: Question, isOneOfMany: boolean): void {
  if (isApproval(question) || isYesOrNo(question) || command === 'answer') return
  const [right] = answerCommands(id, question, isOneOfMany)
  throw new GyreError('usage-invalid', `\`${question.path}\` asks a question, not for an approval. Write: ${right}`)
}
