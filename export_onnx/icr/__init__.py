"""The regressor of image-caption rating (Scott et al. 2023) on the towers of a model of ours."""
