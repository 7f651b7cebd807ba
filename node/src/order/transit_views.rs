//! What is answered about the goods of a transfer: in transit, arrived, given up.

use bus_schemas::ids::WarehouseId;
use bus_schemas::number::Quantity;
use bus_schemas::order::transfer::{self, Lot, Way};
use bus_schemas::order::{LineTransit, TransferPart};
use entrepot_store::order::rows::LineRow;
use poem_openapi::Object;

use crate::http::views::DecimalText;

/// Where a transfer's goods are.
#[derive(Clone, Debug, Object)]
pub struct TransitSums {
    /// In transit to the target.
    pub there: DecimalText,
    /// Refused by the target, and in transit back.
    pub back: DecimalText,
    pub arrived: DecimalText,
    /// Given up in transit.
    pub lost: DecimalText,
    /// At the source again.
    pub returned: DecimalText,
    /// When goods left for the first time, in Unix seconds.
    #[oai(nullable)]
    pub shipped_time: Option<i64>,
}

/// Where the goods of a transfer's line are.
#[derive(Clone, Debug, Object)]
pub struct LineTransitView {
    pub there: DecimalText,
    pub back: DecimalText,
    pub arrived: DecimalText,
    /// Of those that arrived.
    pub damaged: DecimalText,
    pub refused: DecimalText,
    pub returned: DecimalText,
    pub lost: DecimalText,
    /// What is in transit, first what left first.
    pub lots: Vec<LotView>,
}

/// Goods of one batch in transit.
#[derive(Clone, Debug, Object)]
pub struct LotView {
    /// They go back to the source.
    pub back: bool,
    pub batch_number: String,
    #[oai(nullable)]
    pub produce_date: Option<String>,
    #[oai(nullable)]
    pub expiry_date: Option<String>,
    pub quantity: DecimalText,
    /// Since when, in Unix seconds.
    pub since: i64,
}

impl From<&TransferPart> for TransitSums {
    fn from(part: &TransferPart) -> Self {
        Self {
            there: part.there.into(),
            back: part.back.into(),
            arrived: part.arrived.into(),
            lost: part.lost.into(),
            returned: part.returned.into(),
            shipped_time: part.shipped_at.map(|ms| ms / 1_000),
        }
    }
}

impl LineTransitView {
    /// Of a line as it is stored.
    #[must_use]
    pub fn new(line: &LineRow, transit: &LineTransit, source: WarehouseId) -> Self {
        let lots = |way: Way| transfer::lots(&line.moves, transit, way, source);
        let sum = |lots: &[Lot]| lots.iter().map(|lot| lot.quantity).sum::<Quantity>();
        let (there, back) = (lots(Way::There), lots(Way::Back));
        let view = |back: bool| {
            move |lot: &Lot| LotView {
                back,
                batch_number: lot.batch.clone(),
                produce_date: lot.produce_date.clone(),
                expiry_date: lot.expiry_date.clone(),
                quantity: lot.quantity.into(),
                since: lot.at / 1_000,
            }
        };
        Self {
            there: sum(&there).into(),
            back: sum(&back).into(),
            arrived: transit.arrived.into(),
            damaged: transit.damaged.into(),
            refused: transit.refused.into(),
            returned: transit.returned.into(),
            lost: (transit.lost + transit.lost_back).into(),
            lots: there.iter().map(view(false)).chain(back.iter().map(view(true))).collect(),
        }
    }
}
