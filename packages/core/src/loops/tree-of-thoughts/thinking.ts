/** The generator: one call for each thought. */
import type { LoopContext, Reply } from '../../kernel/context.ts'
import { readThought, type Thought, thoughtGrammar } from '../../parsing/thought.ts'
import { isPiece, type Piece } from '../cut-off.ts'
import { onBranches } from './branches.ts'
import { prompts } from './prompts.ts'
import { requestOf, thoughtLines } from './request.ts'
import type { Work } from './search.ts'
import { type Node, nextId, nodeOf } from './tree.ts'

type Place = { readonly parent: Node; readonly place: number }

/**
 * Every parent is thought on from `nBranches` times. What cannot be read, or did not come to its end, is no thought: that
 * branch is dead.
 */
export async function think(work: Work, parents: readonly Node[]): Promise<readonly Node[]> {
  const { ctx, config, nodes, pieces } = work
  ctx.phase('executing')
  const siblings = Array.from({ length: config.nBranches }, (_, index) => index + 1)
  const places = parents.flatMap((parent) => siblings.map((place) => ({ parent, place })))
  const thoughts = await onBranches(work, 'branch', places, (branch, place) => nextThought(branch, work, place))
  pieces.push(...thoughts.flatMap((thought) => (thought && isPiece(thought) ? [pieceOf(thought)] : [])))
  return places
    .flatMap(({ parent }, index) => {
      const thought = thoughts[index]
      return thought && !isPiece(thought) ? [{ parent, thought: thought.text, isAnswer: thought.isAnswer }] : []
    })
    .map((made, index) => nodeOf({ id: nextId(nodes) + index, ...made }))
}

type Said = Thought & Pick<Reply, 'finish'>

/** Half a thought is nothing to end with. */
function pieceOf({ text, isAnswer, finish }: Said & Pick<Piece, 'finish'>): Piece {
  return { text: isAnswer ? text : '', finish }
}

async function nextThought(branch: LoopContext, work: Work, { parent, place }: Place): Promise<Said | null> {
  const { diverse, nBranches, temperature } = work.config
  const told = [branch.prompt(prompts.think, { form: thoughtGrammar.preamble([]) })]
  if (diverse) told.push(branch.prompt(prompts.diverse))
  const asked = requestOf(work.task, told.join('\n\n'), {
    thoughts: thoughtLines(parent),
    ...(diverse && { branch: `${place} of ${nBranches}` }),
  })
  const reply = await branch.generate(asked, { grammar: thoughtGrammar, temperature, label: 'think' })
  if (reply.fault !== undefined) return null
  const read = readThought(reply.text)
  return read.ok ? { ...read.value, finish: reply.finish } : null
}
