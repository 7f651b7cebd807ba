//! The words for a field in a message. Programs read its name beside them.

use entrepot_store::resource::catalogue::compiled;
use entrepot_store::resource::labels;

use crate::i18n::{Language, current, find_text, text};

/// A field as people call it, in the reader's language: `lines[0].batch_number` is "Item 1 · Batch".
#[must_use]
pub fn field_words(path: &str) -> String {
    path.split('.').map(part_words).collect::<Vec<_>>().join(" · ")
}

/// The words for a name, or for one of a list such as `lines[0]`; people count from one. The line of
/// an order may have another number: commands name some of its lines.
fn part_words(part: &str) -> String {
    let Some((list, at)) = listed(part) else { return name_words(part) };
    let number = at.saturating_add(1).to_string();
    let key = format!("field.{list}.one");
    match find_text(current(), &key) {
        Some(_) => text(&key, &[("number", number)]),
        None => format!("{} {number}", name_words(list)),
    }
}

/// The list and the place in it that `list[place]` says.
fn listed(part: &str) -> Option<(&str, usize)> {
    let (list, place) = part.strip_suffix(']')?.split_once('[')?;
    Some((list, place.parse().ok()?))
}

/// The words for a name; the name itself where there are none.
fn name_words(name: &str) -> String {
    let language = current();
    // What a resource calls a field of its own.
    let declared = || compiled().flat_map(|resource| resource.fields).find(|field| field.name == name).and_then(|field| field.label);
    ["field", "order.column", "setting"]
        .iter()
        .find_map(|group| find_text(language, &format!("{group}.{name}")))
        .or_else(|| labels::find(name).or_else(declared).map(|label| label.text(language == Language::English).to_owned()))
        .unwrap_or_else(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::LANGUAGE;

    #[test]
    fn fields_are_named_in_the_readers_language() {
        for (path, english, chinese) in [
            ("lines[0].batch_number", "Item 1 · Batch", "第 1 项 · 批次"),
            ("parcels[1].lines[9].quantity", "Parcel 2 · Item 10 · Quantity", "第 2 个包裹 · 第 10 项 · 数量"),
            ("skus[2].price", "SKU 3 · Price", "第 3 个 SKU · 价格"),
            ("barcode", "Bar code", "条码"),
            ("pay_minutes", "Minutes to pay", "支付时限（分钟）"),
            ("free_rules[0].amount", "Free-freight rule 1 · Amount", "第 1 条包邮规则 · 金额"),
            ("cost_type", "Cost", "费用"),
            ("four_eyes_auto", "Four eyes once two people may review", "两人可审核时自动双人审核"),
            ("no_such_field", "no_such_field", "no_such_field"),
            ("lines[x]", "lines[x]", "lines[x]"),
        ] {
            assert_eq!(LANGUAGE.sync_scope(Language::English, || field_words(path)), english);
            assert_eq!(LANGUAGE.sync_scope(Language::Chinese, || field_words(path)), chinese);
        }
    }
}
