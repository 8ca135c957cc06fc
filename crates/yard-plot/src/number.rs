//! Numbers as plots write them.

/// A whole number with its thousands apart.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A round step that cuts `span` into at most `parts` parts: 1, 2 or 5 times a power of ten.
pub(crate) fn round_step(span: u64, parts: u64) -> u64 {
    let mut power = 1_u64;
    loop {
        for factor in [1, 2, 5] {
            let step = power.saturating_mul(factor);
            if span.div_ceil(step) <= parts || power > u64::MAX / 100 {
                return step;
            }
        }
        power *= 10;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_numbers() {
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(grouped(0), "0");
        let steps = [1, 4, 5, 9, 70, 12_345].map(|most| round_step(most, 4));
        assert_eq!(steps, [1, 1, 2, 5, 20, 5000]);
        assert!(round_step(u64::MAX, 4) > 1);
    }
}
