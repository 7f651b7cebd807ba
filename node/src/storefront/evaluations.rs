//! What members say of goods that they have bought.

use entrepot_store::storefront::evaluations::{Asked, Evaluation};
use rust_decimal::{Decimal, RoundingStrategy};

use super::reading;
use super::views::{ShopEvaluation, ShopEvaluations};
use crate::error::ServiceError;
use crate::storefront::reading::Storefront;

/// Evaluations of a page.
const PAGE_MAX: i64 = 50;

/// A name with all but its first and last letter masked.
fn hidden(name: &str) -> String {
    let mut letters = name.chars();
    match (letters.next(), letters.next_back()) {
        (Some(first), Some(last)) => format!("{first}***{last}"),
        (Some(first), None) => format!("{first}***"),
        _ => "***".to_owned(),
    }
}

fn evaluation_view(row: Evaluation) -> ShopEvaluation {
    let anonymous = row.anonymous == 1;
    ShopEvaluation {
        id: row.id,
        star: row.star,
        content: row.content,
        images: row.images,
        sku_text: row.sku_text,
        name: if anonymous { hidden(&row.nickname) } else { row.nickname },
        avatar: if anonymous { String::new() } else { row.avatar },
        reply: row.reply,
        reply_time: row.reply_time,
        create_time: row.create_time,
    }
}

/// The mean of stars, with one place; none where there are none.
fn average(stars: &[i64]) -> Option<String> {
    let count: i64 = stars.iter().sum();
    let sum: i64 = stars.iter().zip(1_i64..).map(|(count, star)| count * star).sum();
    let mean = Decimal::from(sum).checked_div(Decimal::from(count))?;
    Some(format!("{:.1}", mean.round_dp_with_strategy(1, RoundingStrategy::MidpointAwayFromZero)))
}

/// A page of the evaluations of goods, newest first.
pub async fn of(storefront: &Storefront, goods: i64, asked: Asked, page: Option<i64>, limit: Option<i64>) -> Result<ShopEvaluations, ServiceError> {
    reading::open(storefront).await?;
    if storefront.store.goods_page(goods).await?.is_none() {
        return Err(ServiceError::refused("error.not_found"));
    }
    let limit = limit.unwrap_or(10).clamp(1, PAGE_MAX);
    let start = (page.unwrap_or(1).clamp(1, 100_000) - 1) * limit;
    let asked = Asked { star: asked.star.filter(|star| (1..=5).contains(star)), ..asked };
    let found = storefront.store.evaluations(goods, asked, start, limit).await?;
    Ok(ShopEvaluations {
        list: found.list.into_iter().map(evaluation_view).collect(),
        total: found.total,
        average: average(&found.stars),
        count: found.stars.iter().sum(),
        with_images: found.with_images,
        stars: found.stars.to_vec(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_hidden_name_both_ends_are_told() {
        assert_eq!((average(&[0; 5]), average(&[1, 0, 0, 0, 1]).as_deref(), average(&[0, 0, 0, 3, 1]).as_deref()), (None, Some("3.0"), Some("4.3")));
        assert_eq!(["Alice", "李", "", "王五"].map(hidden), ["A***e", "李***", "***", "王***五"]);
    }
}
