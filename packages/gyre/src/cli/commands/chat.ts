/** `gyre chat`: a conversation, at a terminal or line by line. */
import { Conversation } from '../chat/conversation.ts'
import type { CommandRun } from '../command.ts'

export const chat: CommandRun = async (call) => {
  const { io, options } = call
  const place = await call.place()
  const conversation = await Conversation.open(place, options)
  if (io.output === 'text' && (await conversation.isDemo())) {
    io.report('No model is set: the offline demo model answers by rules.')
  }
  const code = io.input.canAsk
    ? await (await import('../chat/talk.ts')).talk(call, place, conversation)
    : await (await import('../chat/piped-talk.ts')).pipedTalk(io, place, conversation)
  const [said] = await place.runtime.list({ thread: conversation.thread, limit: 1 })
  if (said) io.report(`Go on with: gyre chat --thread ${conversation.thread}`)
  return code
}
