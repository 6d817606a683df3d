/** A loop, a tool of your own and a model, which is a script here, so that it runs without a key. */
import { defineTool, react, run, z } from 'gyre'
import { calls, says, scriptedModel } from 'gyre/testing'

const weather = defineTool({
  name: 'weather',
  description: 'The weather in a city, now.',
  input: z.object({ city: z.string() }),
  effect: 'pure',
  run: ({ city }) => `${city}: 18 °C, sunny`,
})

const model = scriptedModel(
  calls('weather', { city: 'Paris' }, 'I need the weather in Paris.'),
  says('It is 18 °C and sunny in Paris: no coat needed.'),
)

const end = await run(react, 'Do I need a coat in Paris?', { model, tools: [weather], budget: { modelCalls: 5 } })

console.log(end.answer)
console.log(`${end.outcome} with ${end.usage.modelCalls} model calls and ${end.usage.toolCalls} tool call`)

// Prints:
// It is 18 °C and sunny in Paris: no coat needed.
// answered with 2 model calls and 1 tool call
