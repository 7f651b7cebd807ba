//! A simple script against the captcha: it parts the picture into blobs by how they differ from what is around them, lays the
//! shapes of the icons over each blob, and clicks on those that fit best.

use image::RgbImage;
use rand::SeedableRng;
use rand::rngs::StdRng;

use super::picture::{self, HEIGHT, Placed, WIDTH};
use super::shapes::ICONS;
use super::{DECOYS, TARGETS};

const W: usize = WIDTH as usize;
const H: usize = HEIGHT as usize;
/// Pictures that the script tries, and most that it may solve with one answer each.
const TRIES: u64 = 120;
const SOLVED_MAX: usize = 8;
/// How much lighter or darker than the mean of its neighbours within so many pixels.
const DIFFERENCE: f32 = 22.0;
const AROUND: usize = 26;

fn lightness(image: &RgbImage) -> Vec<f32> {
    image.pixels().map(|pixel| pixel.0.iter().map(|part| f32::from(*part)).sum::<f32>() / 3.0).collect()
}

/// Pixels that differ from their neighbours: -1 darker, 1 lighter.
fn marked(light: &[f32]) -> Vec<i8> {
    let mut sums = vec![0.0_f64; (W + 1) * (H + 1)];
    for y in 0..H {
        for x in 0..W {
            sums[(y + 1) * (W + 1) + x + 1] =
                f64::from(light[y * W + x]) + sums[y * (W + 1) + x + 1] + sums[(y + 1) * (W + 1) + x] - sums[y * (W + 1) + x];
        }
    }
    let mean = |x: usize, y: usize| {
        let (left, right, top, bottom) = (x.saturating_sub(AROUND), (x + AROUND).min(W), y.saturating_sub(AROUND), (y + AROUND).min(H));
        let sum = sums[bottom * (W + 1) + right] + sums[top * (W + 1) + left] - sums[top * (W + 1) + right] - sums[bottom * (W + 1) + left];
        (sum / ((right - left) * (bottom - top)) as f64) as f32
    };
    let mark = |at: usize| {
        let difference = light[at] - mean(at % W, at / W);
        if difference > DIFFERENCE { 1 } else { -i8::from(difference < -DIFFERENCE) }
    };
    (0..W * H).map(mark).collect()
}

/// Pixels of each blob of about an icon's size.
fn blobs(marks: &[i8]) -> Vec<Vec<(usize, usize)>> {
    let mut seen = vec![false; W * H];
    let mut found = Vec::new();
    for start in 0..W * H {
        if seen[start] || marks[start] == 0 {
            continue;
        }
        let (mut blob, mut open) = (Vec::new(), vec![start]);
        seen[start] = true;
        while let Some(at) = open.pop() {
            let (x, y) = (at % W, at / W);
            blob.push((x, y));
            let beside = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
            for (x, y) in beside.into_iter().filter(|(x, y)| *x < W && *y < H) {
                let next = y * W + x;
                if !seen[next] && marks[next] == marks[start] {
                    seen[next] = true;
                    open.push(next);
                }
            }
        }
        let span = |side: fn(&(usize, usize)) -> usize| {
            let (least, most) = (blob.iter().map(side).min().unwrap_or(0), blob.iter().map(side).max().unwrap_or(0));
            most - least
        };
        if (18..60).contains(&span(|point| point.0)) && (18..60).contains(&span(|point| point.1)) {
            found.push(blob);
        }
    }
    found
}

/// How well an icon fits a blob, from 0 to 1, and the middle of the blob.
fn fit(blob: &[(usize, usize)], icon: usize) -> (f32, (f32, f32)) {
    let side = |side: fn(&(usize, usize)) -> usize| {
        let (least, most) = (blob.iter().map(side).min().unwrap_or(0), blob.iter().map(side).max().unwrap_or(0));
        ((least + most) as f32 / 2.0, (most - least) as f32 / 2.0 + 0.5)
    };
    let ((cx, rx), (cy, ry)) = (side(|point| point.0), side(|point| point.1));
    let half = rx.max(ry);
    let is_in: std::collections::HashSet<_> = blob.iter().copied().collect();
    let mut best = 0.0_f32;
    for turn in -4..=4 {
        let (sin, cos) = (turn as f32 * 0.12).sin_cos();
        let (mut both, mut either) = (0.0_f32, 0.0_f32);
        for y in (cy - half) as i64..=(cy + half) as i64 {
            for x in (cx - half) as i64..=(cx + half) as i64 {
                let (u, v) = ((x as f32 - cx) / half * 1.05, (y as f32 - cy) / half * 1.05);
                let covers = ICONS[icon].covers(u * cos + v * sin, v * cos - u * sin);
                let there = usize::try_from(x).is_ok_and(|x| usize::try_from(y).is_ok_and(|y| is_in.contains(&(x, y))));
                both += f32::from(u8::from(covers && there));
                either += f32::from(u8::from(covers || there));
            }
        }
        best = best.max(both / either.max(1.0));
    }
    (best, (cx, cy))
}

/// Where the script clicks for each of the icons.
fn clicks(image: &RgbImage, targets: &[Placed]) -> Option<Vec<(f32, f32)>> {
    let mut blobs = blobs(&marked(&lightness(image)));
    let mut points = Vec::new();
    for target in targets {
        let fits = blobs.iter().map(|blob| fit(blob, target.icon)).enumerate();
        let (at, (_, point)) = fits.max_by(|a, b| a.1.0.total_cmp(&b.1.0))?;
        blobs.swap_remove(at);
        points.push(point);
    }
    Some(points)
}

#[test]
fn a_simple_script_solves_few_pictures() {
    let mut solved = 0;
    for seed in 0..TRIES {
        let mut rng = StdRng::seed_from_u64(seed);
        let placed = picture::place(TARGETS + DECOYS, &mut rng);
        let png = picture::paint(&placed, &mut rng).expect("a picture");
        let image = image::load_from_memory(&png).expect("a PNG").to_rgb8();
        let targets = &placed[..TARGETS];
        let hit = clicks(&image, targets).is_some_and(|points| points.iter().zip(targets).all(|((x, y), target)| target.holds(*x, *y)));
        solved += usize::from(hit);
    }
    assert!(solved <= SOLVED_MAX, "{solved} of {TRIES}");
}
