// Someone who goes through the steps of the guides in a browser, by the words that the pages have.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { address, first, person, settled, signIn, SOON } from './browser.mjs'
import { WAYS } from './guidePictures.mjs'
import { memberSignIn } from './sitePages.mjs'

const texts = fileURLToPath(new URL('../src/shared/i18n/', import.meta.url))
/** Rows that are looked through for one that a step can show. */
const ROWS = 100

/** All words of a language, by their keys. */
export async function wordsOf(language) {
  const all = {}
  for (const file of readdirSync(`${texts}${language}`)) {
    // A group of texts is an object and nothing else.
    const text = readFileSync(`${texts}${language}/${file}`, 'utf8')
    const { default: group } = await import(`data:text/javascript,${encodeURIComponent(text)}`)
    Object.assign(all, group)
  }
  return (key) => {
    const found = key.split('.').reduce((now, part) => now?.[part], all)
    if (typeof found !== 'string') throw new Error(`${key} is no text in ${language}`)
    return found
  }
}

export class Walker {
  /** `word`: a text of the language of the page, by its key. */
  constructor(page, word, address) {
    this.page = page
    this.word = word
    this.address = address
  }

  /** Opens a page; answers with what is on it. */
  async open(path) {
    await this.page.goto(this.address + path)
    await settled(this.page)
    return this.page.locator('[data-shown=true] main, #content, main').first()
  }
  rest() {
    return settled(this.page)
  }
  get modal() {
    return this.page.locator('.arco-modal:visible').last()
  }
  get drawer() {
    return this.page.locator('.arco-drawer:visible').last()
  }

  /** Waits for an element, and for the page to rest. */
  async shown(element) {
    await element.waitFor({ timeout: SOON })
    await settled(this.page)
    return element
  }
  async press(key, within = this.page) {
    const button = within.getByRole('button', { name: this.word(key), exact: true })
    await button.first().click({ timeout: SOON })
  }
  /** Begins a step of the document that is open; answers with its dialog. */
  async act(action, within = this.drawer) {
    await within.locator(`[data-action=${action}]`).first().click({ timeout: SOON })
    return this.shown(this.modal)
  }
  /** Opens the form of the first row. */
  async edit(path) {
    const list = await this.open(path)
    await this.press('common.edit', list)
    return this.shown(this.page.locator('.arco-modal:visible, .arco-drawer:visible').last())
  }

  /** Asks as who is signed in on the page. */
  async ask(path) {
    const answer = await this.page.evaluate(async (path) => {
      const token = (key) => JSON.parse(localStorage.getItem(key) ?? '{}').token ?? ''
      const answered = await fetch(path, {
        headers: {
          Accept: 'application/json',
          server: 'true',
          batoken: token('adminInfo'),
          'ba-user-token': token('userInfo'),
        },
      })
      return answered.json()
    }, path)
    if (answer.code !== 1) throw new Error(`${path}: ${answer.msg}`)
    return answer.data
  }
  /** The first row of a list that `fits`. */
  async first(controller, fits = () => true, query = '') {
    const { list } = await this.ask(`/admin/${controller}/index?limit=${ROWS}${query}`)
    const found = list.find(fits)
    if (!found) throw new Error(`${controller} has no row that a guide could show`)
    return found
  }
  /** An order with a step to go. */
  order(controller, step) {
    return this.first(controller, ({ allowed }) => allowed.includes(step))
  }

  /** The handheld page at an order of a task. */
  async task(name, controller) {
    const { id } = await this.order(controller, 'stock')
    await this.open(`/admin/warehouse/clerk?task=${name}&order=${id}`)
    return this.shown(this.page.locator('li[data-line]').first())
  }
  /** Signs in as a member; what follows is theirs. */
  async signIn() {
    // What a visitor has put into the cart would go into the member's.
    await this.page.evaluate(() => localStorage.removeItem('shopCart'))
    await memberSignIn(this.page, this.address)
    await settled(this.page)
  }
  /** Types a code as a hand scanner would. */
  async scan(code) {
    const field = this.page.getByLabel(this.word('clerk.typeCode'))
    await field.fill(code)
    await field.press('Enter')
    await settled(this.page)
  }
}

/** Somebody at the beginning of a guide; `look`: the window, and how fine it is drawn. */
export async function walkerOf(browser, job, language, look) {
  const { page, context, problems } = await person(browser, { ...look, language })
  const at = new Walker(page, await wordsOf(language), address)
  if (job !== 'member') await signIn(page, first)
  return { at, context, problems }
}

/** Goes the way of a step; answers with the element at whose corner its picture begins. */
export async function walk(at, job, step) {
  const way = WAYS[job]?.[step]
  if (!way) throw new Error(`${job}-${step} has no way: e2e/guidePictures.mjs`)
  const corner = await way(at)
  await settled(at.page)
  await corner.waitFor({ timeout: SOON })
  return corner
}
