import { describe, expect, it } from 'vitest'
import { cleanPasted } from './pasted'

/** As Word 365 puts it into the clipboard, shortened where it repeats itself. */
export const WORD = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15">
<link rel=File-List href="file:///C:/Users/ann/AppData/Local/Temp/msohtmlclip1/01/clip_filelist.xml">
<!--[if gte mso 9]><xml><o:OfficeDocumentSettings><o:AllowPNG/></o:OfficeDocumentSettings></xml><![endif]-->
<style><!-- p.MsoNormal, li.MsoNormal {mso-style-parent:""; margin:0cm; font-size:12.0pt; font-family:"DengXian",sans-serif;} --></style>
</head><body lang=EN-US style='tab-interval:36.0pt;word-wrap:break-word'><!--StartFragment-->
<h1 style='mso-pagination:widow-orphan'><a name="_Toc1"></a><span lang=EN-US style='mso-fareast-font-family:DengXian'>Receiving goods<o:p></o:p></span></h1>
<p class=MsoNormal align=center style='text-align:center'><b><span lang=EN-US style='font-size:14.0pt;color:red'>Check</span></b><span
lang=EN-US> the <i>delivery note</i> first.<o:p></o:p></span></p>
<p class=MsoNormal><span lang=EN-US><o:p>&nbsp;</o:p></span></p>
<p class=MsoListParagraph style='margin-left:36.0pt;text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
lang=EN-US style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]><span lang=EN-US>Count the cartons<o:p></o:p></span></p>
<p class=MsoListParagraph style='margin-left:72.0pt;text-indent:-18.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span
style='mso-list:Ignore'>o<span style='font:7.0pt "Times New Roman"'>&nbsp; </span></span><![endif]>Note damage</p>
<p class=MsoListParagraph style='margin-left:36.0pt;text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp; </span></span><![endif]>Scan the labels</p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>1.<span>&nbsp;</span></span><![endif]>Post it</p>
<table class=MsoTableGrid border=1 style='border-collapse:collapse;mso-yfti-tbllook:1184'><tr style='mso-yfti-irow:0'>
<td width=200 colspan=2 style='width:150pt;border:solid windowtext 1.0pt'><p class=MsoNormal>Area<o:p></o:p></p></td></tr></table>
<p class=MsoNormal><a href="https://example.com/a" style='mso-x:y'>More</a> <a href="file:///C:/x.docx">here</a><img width=10 src="file:///C:/x.png" v:shapes="_x0000_i1025"></p>
<!--EndFragment--></body></html>`

describe('what is pasted from Word', () => {
  const clean = cleanPasted(WORD)

  it('keeps headings, emphasis, lists, tables and links', () => {
    for (const part of [
      '<h2>Receiving goods</h2>',
      '<p><strong>Check</strong> the <em>delivery note</em> first.</p>',
      '<ul><li>Count the cartons<ul><li>Note damage</li></ul></li><li>Scan the labels</li></ul>',
      '<ol><li>Post it</li></ol>',
      '<td colspan="2"><p>Area</p></td>',
      '<a href="https://example.com/a">More</a> here',
    ])
      expect(clean).toContain(part)
  })

  it('has nothing of its styles, comments, fonts, files and empty lines', () => {
    expect(clean).not.toMatch(/mso|style|class|o:p|xml|<!|\[if|file:|font|<span|<img|&nbsp;|name=|<p><\/p>/i)
  })
})

describe('what is pasted from elsewhere', () => {
  it('runs nothing and calls nowhere', () => {
    expect(
      cleanPasted(
        '<p onclick="x()">a<script>x()</script><a href="javascript:x()">b</a><img src="https://evil.example/1.gif" onerror="x()"></p><iframe src="/x"></iframe>',
      ),
    ).toBe('<p>ab</p>')
  })

  it('makes paragraphs of boxes, and the emphasis of styles one of elements', () => {
    expect(
      cleanPasted('<div><div>one</div><div>two <span style="font-weight:700">bold</span></div></div>'),
    ).toBe('<p>one</p><p>two <strong>bold</strong></p>')
  })

  it('leaves nothing of nothing', () => {
    expect(cleanPasted('<p>&nbsp;</p><p><br></p>')).toBe('')
  })
})
