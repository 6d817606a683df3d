/** A zod schema for the answer: the model is held to it, a reply that breaks it is sent back, and TypeScript knows the type. */
import { direct, run, z } from 'gyre'
import { says, scriptedModel } from 'gyre/testing'

const recipe = z.object({
  name: z.string(),
  minutes: z.int().positive(),
  ingredients: z.array(z.object({ what: z.string(), grams: z.number() })).min(1),
})

const model = scriptedModel(
  says('{ "name": "Pancakes", "minutes": "twenty", "ingredients": [{ "what": "flour", "grams": 250 }] }'),
  says('{ "name": "Pancakes", "minutes": 20, "ingredients": [{ "what": "flour", "grams": 250 }] }'),
)

const { answer, usage } = await run(direct, { goal: 'A recipe for pancakes.', output: recipe }, { model })

// `answer` is a recipe, or null when none came; `minutes` is a number and `what` a string, also for the compiler.
console.log(`${answer?.name}: ${answer?.minutes} minutes, ${answer?.ingredients.map(({ what }) => what).join(', ')}`)
console.log(`${usage.modelCalls} calls, because the first reply said "twenty" minutes`)

// Prints:
// Pancakes: 20 minutes, flour
// 2 calls, because the first reply said "twenty" minutes
