/** SHA-1 over a stream of chunks: the browser's own digest wants the whole file in memory at once. */
export class Sha1 {
  private readonly state = new Uint32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0])
  private readonly words = new Uint32Array(80)
  private readonly rest = new Uint8Array(64)
  private held = 0
  private length = 0

  update(bytes: Uint8Array): this {
    this.length += bytes.length
    let at = 0
    if (this.held > 0) {
      at = Math.min(64 - this.held, bytes.length)
      this.rest.set(bytes.subarray(0, at), this.held)
      this.held += at
      if (this.held < 64) return this
      this.block(this.rest, 0)
      this.held = 0
    }
    for (; at + 64 <= bytes.length; at += 64) this.block(bytes, at)
    this.rest.set(bytes.subarray(at))
    this.held = bytes.length - at
    return this
  }

  /** Lower-case hex; nothing may be added afterwards. */
  hex(): string {
    const bits = this.length * 8
    const end = new Uint8Array(this.held < 56 ? 64 : 128)
    end.set(this.rest.subarray(0, this.held))
    end[this.held] = 0x80
    const view = new DataView(end.buffer)
    view.setUint32(end.length - 8, Math.floor(bits / 0x1_0000_0000))
    view.setUint32(end.length - 4, bits >>> 0)
    for (let at = 0; at < end.length; at += 64) this.block(end, at)
    return Array.from(this.state, (word) => word.toString(16).padStart(8, '0')).join('')
  }

  private block(bytes: Uint8Array, from: number): void {
    const { words, state } = this
    const view = new DataView(bytes.buffer, bytes.byteOffset + from, 64)
    for (let i = 0; i < 16; i += 1) words[i] = view.getUint32(i * 4)
    for (let i = 16; i < 80; i += 1) {
      const word = words[i - 3]! ^ words[i - 8]! ^ words[i - 14]! ^ words[i - 16]!
      words[i] = (word << 1) | (word >>> 31)
    }
    let [a, b, c, d, e] = state as unknown as [number, number, number, number, number]
    for (let i = 0; i < 80; i += 1) {
      const [f, k] =
        i < 20
          ? [(b & c) | (~b & d), 0x5a827999]
          : i < 40
            ? [b ^ c ^ d, 0x6ed9eba1]
            : i < 60
              ? [(b & c) | (b & d) | (c & d), 0x8f1bbcdc]
              : [b ^ c ^ d, 0xca62c1d6]
      const next = (((a << 5) | (a >>> 27)) + f + e + k + words[i]!) | 0
      e = d
      d = c
      c = (b << 30) | (b >>> 2)
      b = a
      a = next
    }
    state[0] = (state[0]! + a) | 0
    state[1] = (state[1]! + b) | 0
    state[2] = (state[2]! + c) | 0
    state[3] = (state[3]! + d) | 0
    state[4] = (state[4]! + e) | 0
  }
}
