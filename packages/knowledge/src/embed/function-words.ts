/** Words that stand in every text and say nothing about what it is about, of the languages that are written most. */
import { foldedText } from './folded-text.ts'

/**
 * The most frequent of each language. Words that mean something in another of them are left out, such as the German
 * `war`, the French `son` and the Portuguese `os`, unless they are far too frequent for that.
 */
const languages = [
  'the of and to in is it that for on was with as are be this by at from or an not have has which but they their you we he she his her its will would can there been if so what who how when where do does did',
  'der die das und ist in den von zu mit sich des auf für nicht ein eine einen einem einer als auch es an dem wird aus bei sie er wir ich im zum zur wie oder sind nach um aber wurde werden was',
  'le la les de des du et un une est en que qui dans pour pas sur au aux ce cette il elle ne par plus avec se sont ou nous vous je mais comme leur été',
  'el los las y en es un una por con para su al lo como más pero sus le ya o este esta sí porque muy se del que fue ha ser entre sobre también',
  'il gli di che è e un una per non con del della dei delle si da nel nella alla al sono ha anche ma più questo questa come lo i le a o',
  'o as um uma do da dos das em no na nos nas com não por mais para se como mas ao ele ela foi que é seu sua ou',
  'de het een en van ik te dat die in je is niet op aan met als voor er maar om dan zou wat mijn dit zo door ook bij naar zijn worden wordt',
  'och att det som en på är av för den till inte om ett han var jag från hade sig ut så kan där eller då ska vid',
  'og at det er en på til som med den for ikke der var et af av har de jeg du vi han hun sig seg fra om kan vil skal blev ble også',
  'i w na z do się nie to jest że o jak za po ale od przez dla przy są był jego oraz tym czy który która które być tak',
  'a v na se je že s z do o i to jako za by ale si ve po jsou od ze pro tak nebo který která které byl být',
  'и в на не что он я с как это по но она к у из за от так о же для вы мы они бы все было его её только или ещё быть при этот который',
  'ja on ei se että hän oli en mutta kun niin joka tämä ovat myös sen ole kuin tai mitä olla',
  've bir bu da de için ile ne çok daha gibi olarak o kadar var ama mi en ki sonra olan her değil',
  'في من على إلى عن أن هذا هذه التي الذي ما لا و أو كان مع لم قد كل بين بعد هو هي ذلك',
  'के का की में है से और को पर यह कि हैं ने एक भी तो इस था नहीं हो लिए कर या',
  '的 了 是 在 和 有 不 我 他 这 這 也 就 都 而 及 与 與 之 为 為 以 于 於 个 個',
  '이 가 은 는 을 를 의 에 도 로 와 과 다 고',
  'の に は を た が で て と も な い る し れ す か ら り',
]

/** Folded, as they are compared. */
export function functionWords(): readonly string[] {
  return languages.flatMap((language) => language.split(' ').map(foldedText))
}
