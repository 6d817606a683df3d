import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Loop, loops, react } from '@gyre/core'
import { bundledShelf } from '@gyre/knowledge'
import { knowledgeToolbox } from '@gyre/knowledge/toolbox'
import { demoModel } from '@gyre/models'
import { memoryStore } from '@gyre/stores/memory'
import { describe, expect, it } from 'vitest'
import { world } from '../../../test/support/kernel.ts'

type Case = { readonly id: string; readonly question: string; readonly answer: string }

const file = join(import.meta.dirname, '../../knowledge/test/retrieval/bundled-questions.json')
const cases: readonly Case[] = JSON.parse(readFileSync(file, 'utf8'))

const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9.]+/g, ' ')

/** What is said before the quotation must hold the answer. */
function gradeOf(said: string, { answer }: Case): 'right' | 'wrong' | 'silent' {
  if (/^I (?:found nothing|am the offline)/.test(said)) return 'silent'
  const [, fact = said] = /^([^“]+?): “/.exec(said) ?? []
  return plain(fact).includes(plain(answer).trim()) ? 'right' : 'wrong'
}

describe('the demo model, asked all questions about the bundled documents', () => {
  it('says of most that it does not know that it found nothing, and is seldom wrong', async () => {
    const shelf = await bundledShelf(memoryStore().knowledge)
    const { tools } = knowledgeToolbox({ shelf: async () => shelf })
    const { runtime } = world({ loops })
    const grades = { right: 0, wrong: 0, silent: 0 }
    for (const each of cases) {
      const session = await runtime.start(react as unknown as Loop, each.question, { model: demoModel, tools })
      const { answer } = await session.outcome
      grades[gradeOf(String(answer), each)]++
    }
    expect(grades).toEqual({ right: 45, wrong: 4, silent: 59 })
  }, 60_000)
})
