/** Items of earlier responses that a request refers to by their ids. */
import { invalidField } from '../http/read-body.ts'
import type { InputItem, ResponseRequest } from './request.ts'
import { type ResponseRef, responseId, responseOfItem } from './response-id.ts'
import type { MessageItem, OutputItem, ResponseObject } from './response-wire.ts'

/** The input as items, each reference replaced by what it stands for. */
export async function itemsOf(
  input: ResponseRequest['input'],
  find: (ref: ResponseRef) => Promise<ResponseObject>,
): Promise<readonly InputItem[]> {
  if (typeof input === 'string') return [{ type: 'message', role: 'user', content: input }]
  const responses = new Map<string, ResponseObject>()
  const items: InputItem[] = []
  // One after the other: a request may refer to any number of responses, and each is a journal to be read.
  for (const [index, item] of input.entries()) {
    const meant = item.type === 'item_reference' ? await referred(item.id, `input[${index}].id`) : item
    if (meant) items.push(meant)
  }
  return items

  async function referred(id: string, param: string): Promise<InputItem | undefined> {
    const ref = responseOfItem(id)
    const response = ref && (responses.get(responseId(ref)) ?? (await find(ref)))
    const item = response?.output.find((each) => each.id === id)
    if (!response || !item) throw invalidField(param, `there is no item \`${id}\``)
    responses.set(response.id, response)
    return spokenItem(item)
  }
}

/** Undefined for what tells nothing that was said. */
function spokenItem(item: OutputItem): InputItem | undefined {
  if (item.type === 'function_call') return item
  if (item.type !== 'message') return undefined
  return { type: 'message', role: 'assistant', content: item.content.map(textOfPart).join('') }
}

function textOfPart(part: MessageItem['content'][number]): string {
  return part.type === 'refusal' ? part.refusal : part.text
}
