const BLOCK = 64

const rotated = (value: number, by: number): number => (value << by) | (value >>> (32 - by))

/** SHA-1 that is fed in pieces; the platform's own wants the whole file in memory. */
export class Sha1 {
  private readonly state = new Uint32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0])
  private readonly words = new Uint32Array(80)
  private readonly rest = new Uint8Array(BLOCK)
  private restLength = 0
  private length = 0

  update(data: Uint8Array): void {
    this.length += data.length
    let at = 0
    if (this.restLength > 0) {
      at = Math.min(BLOCK - this.restLength, data.length)
      this.rest.set(data.subarray(0, at), this.restLength)
      this.restLength += at
      if (this.restLength < BLOCK) return
      this.block(this.rest, 0)
      this.restLength = 0
    }
    for (; at + BLOCK <= data.length; at += BLOCK) this.block(data, at)
    this.rest.set(data.subarray(at))
    this.restLength = data.length - at
  }

  /** The end: nothing may follow. */
  hex(): string {
    const bits = this.length * 8
    const padding = new Uint8Array((this.restLength < 56 ? 56 : 120) - this.restLength + 8)
    padding[0] = 0x80
    const view = new DataView(padding.buffer)
    view.setUint32(padding.length - 8, Math.floor(bits / 0x100000000))
    view.setUint32(padding.length - 4, bits >>> 0)
    this.update(padding)
    return [...this.state].map((word) => word.toString(16).padStart(8, '0')).join('')
  }

  private block(data: Uint8Array, from: number): void {
    const { words, state } = this
    const view = new DataView(data.buffer, data.byteOffset + from, BLOCK)
    for (let index = 0; index < 16; index++) words[index] = view.getUint32(index * 4)
    for (let index = 16; index < 80; index++)
      words[index] = rotated(
        words[index - 3]! ^ words[index - 8]! ^ words[index - 14]! ^ words[index - 16]!,
        1,
      )
    let [a, b, c, d, e] = state as unknown as [number, number, number, number, number]
    for (let index = 0; index < 80; index++) {
      const [mixed, constant] =
        index < 20
          ? [(b & c) | (~b & d), 0x5a827999]
          : index < 40
            ? [b ^ c ^ d, 0x6ed9eba1]
            : index < 60
              ? [(b & c) | (b & d) | (c & d), 0x8f1bbcdc]
              : [b ^ c ^ d, 0xca62c1d6]
      const next = (rotated(a, 5) + mixed + e + constant + words[index]!) | 0
      e = d
      d = c
      c = rotated(b, 30)
      b = a
      a = next
    }
    state[0] = state[0]! + a
    state[1] = state[1]! + b
    state[2] = state[2]! + c
    state[3] = state[3]! + d
    state[4] = state[4]! + e
  }
}
